/*
 * Lets Debian's whip-client run: it uses libsoup 2, and GStreamer's WebRTC loads libsoup 3 by way of UPnP, which aborts beside version 2.
 * Preloaded, this hides version 2 from that check and leaves UPnP without effect.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

typedef void *(*new_object)(unsigned long type, const char *property, ...);
typedef int (*find_symbol)(void *module, const char *name, void **symbol);

/* The type of a plain GObject. */
#define G_TYPE_OBJECT 80

int g_module_symbol(void *module, const char *name, void **symbol) {
  if (strcmp(name, "soup_uri_new") == 0) return 0;
  return ((find_symbol)dlsym(RTLD_NEXT, "g_module_symbol"))(module, name, symbol);
}

void *gupnp_simple_igd_thread_new(void) { return ((new_object)dlsym(RTLD_DEFAULT, "g_object_new"))(G_TYPE_OBJECT, 0); }
void gupnp_simple_igd_add_port(void) {}
void gupnp_simple_igd_remove_port(void) {}
void gupnp_simple_igd_remove_port_local(void) {}
