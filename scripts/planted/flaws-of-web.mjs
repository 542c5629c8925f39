// Flaws in what people see and operate.

const WEB = 'apps/web/src';

/** @type {import('./judge-flaws.mjs').Flaw[]} */
export const WEB_FLAWS = [
  {
    name: 'a text is missing in one language',
    changes: [
      {
        file: 'packages/contract/src/texts/shop.ts',
        search: `{ en: 'No orders yet', es: 'Aún no hay pedidos' }`,
        replacement: `{ en: 'No orders yet', es: '' }`,
      },
    ],
    guard: { file: 'texts/texts' },
  },
  {
    name: 'a text breaks a rule of the voice',
    changes: [
      {
        file: 'packages/contract/src/texts/shop.ts',
        search: `es: 'Se te ha reembolsado el pago.'`,
        replacement: `es: 'Devolución del pago hecha.'`,
      },
    ],
    guard: { stages: ['texts'] },
  },
  {
    name: 'nothing uses a class of a style sheet',
    changes: [{ file: `${WEB}/ui/Check.module.css`, search: '.check {\n', replacement: '.unused {\n  margin: 0;\n}\n.check {\n' }],
    guard: { stages: ['boundaries'] },
  },
  {
    name: 'a sheet doesn’t return the focus to its opener',
    changes: [
      {
        file: `${WEB}/ui/SheetView.tsx`,
        search: 'if (isLost && target instanceof HTMLElement) target.focus({ preventScroll: true });',
        replacement: 'requestAnimationFrame(() => (document.activeElement as HTMLElement).blur());',
      },
    ],
    guard: { test: 'is used by keyboard alone and returns the focus to its opener', file: 'items/TipSheet' },
  },
  {
    name: 'a repeated tip has another idempotency key',
    changes: [
      {
        file: `${WEB}/app/data.ts`,
        search: 'if (attempt.current?.input !== written) attempt.current =',
        replacement: 'attempt.current =',
      },
    ],
    guard: { file: 'items/TipSheet', test: 'repeats a tip whose answer was lost under the same idempotency key' },
  },
  {
    name: 'a menu doesn’t return the focus to its button',
    changes: [
      {
        file: `${WEB}/ui/MenuView.tsx`,
        search: '    button.current?.focus({ preventScroll: true });\n',
        replacement: '',
      },
    ],
    guard: { test: 'the focus returns to the opener of a sheet or a menu' },
  },
  {
    name: 'an act of an admin is sent without its question',
    changes: [
      {
        file: `${WEB}/ui/admin/AskButton.tsx`,
        search: '    onAsk?.();\n    setOpened(true);\n',
        replacement: '    void onConfirm();\n',
      },
    ],
    guard: { file: 'accounts/AccountPane' },
  },
  {
    name: 'a screen of the administration sends an act around its question',
    changes: [
      {
        file: `${WEB}/features/admin/accounts/LookForm.tsx`,
        search: `useAction('POST /admin/users/{id}/act-as');`,
        replacement: `useAction('POST /admin/users/{id}/act-as');\n  useAction('POST /admin/users/{id}/end-sessions');`,
      },
    ],
    guard: { file: 'frame/acts' },
  },
  {
    name: 'a decision on an item in review is lost when the queue is left',
    changes: [
      {
        file: `${WEB}/features/admin/reviews/ReviewQueue.tsx`,
        search: '  useSentOnLeave();\n',
        replacement: '',
      },
    ],
    guard: { file: 'reviews/ReviewQueue' },
  },
];
