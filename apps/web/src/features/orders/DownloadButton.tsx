import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../app/api.ts';
import { call } from '../../app/browser-call.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { useText } from '../../ui/text.ts';

/** Requests a short-lived address and saves the file under its name. */
export const DownloadButton = ({ productId, name }: { productId: string; name: string }) => {
  const t = useText();
  const format = useFormat();
  const [state, setState] = useState<{ busy: boolean; error?: string; bytes?: number }>({ busy: false });
  const press = async () => {
    setState({ busy: true });
    try {
      const file = await call('GET /performer-assets/products/{id}/download-link', { params: { id: productId } });
      const link = document.createElement('a');
      link.href = file.url;
      link.download = file.name;
      link.click();
      setState({ busy: false, bytes: file.bytes });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setState({ busy: false, error: thrown.message });
    }
  };
  return (
    <>
      <div>
        <Button
          kind="gold"
          icon={<IconDownload size={20} stroke={1.75} />}
          busy={state.busy}
          aria-label={`${t('orders.download')}: ${name}`}
          onClick={() => void press()}
        >
          {t('orders.download')}
          {state.bytes === undefined ? '' : ` · ${format.bytes(state.bytes)}`}
        </Button>
      </div>
      {state.error ? <FieldError>{state.error}</FieldError> : null}
    </>
  );
};
