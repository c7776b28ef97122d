// The address of a runner on this machine, and its token. Neither is part of a link.
import { useState } from 'preact/hooks';
import { recall, remember } from '../base/storage';
import { DialogFrame } from '../parts/dialog';
import type { DialogProps } from '../parts/dialogs';
import { t } from '../words/words';
import { runner, type Attachment, type Device } from './runner';
import { OfferedTraces } from './traces';

const key = 'stridescope-runner';
const usual = 'http://127.0.0.1:8181/';
const placed = (text: string, mark: string): [string, string] => {
  const [before = '', after = ''] = text.split(mark);
  return [before, after];
};

export function Attach({ session, close }: DialogProps) {
  const { value: now } = runner.attachment;
  const [address, setAddress] = useState(now.address || recall(key) || usual);
  const [token, setToken] = useState('');

  async function attach(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    await runner.attach(address.trim(), token.trim());
    if (runner.attachment.value.state === 'attached') remember(key, address.trim());
  }

  const [before, after] = placed(t('gpu.about'), '{command}');
  const [beforeRemote, afterRemote] = placed(t('gpu.remote'), '{command}');
  return (
    <DialogFrame class="attach" title={t('gpu.title')} closeTitle={t('gpu.close')} close={close}>
      <p>{before}<code>stridescope-runner serve</code>{after}</p>
      <p class="note">{beforeRemote}<code>ssh -L 8181:127.0.0.1:8181 HOST</code>{afterRemote}</p>
      <form onSubmit={(event) => void attach(event)}>
        <label><span>{t('gpu.address')}</span><input type="text" required spellcheck={false} value={address} onInput={(event) => setAddress(event.currentTarget.value)} /></label>
        <label><span>{t('gpu.token')}</span><input type="password" required autocomplete="off" autofocus value={token} onInput={(event) => setToken(event.currentTarget.value)} /></label>
        <div class="dialog-actions">
          <button type="submit" class="primary" disabled={now.state === 'attaching'}>{t('gpu.attach')}</button>
          {now.state === 'attached' && <button type="button" onClick={() => runner.detach()}>{t('gpu.detach')}</button>}
        </div>
      </form>
      <p class={now.state === 'detached' && now.trouble ? 'problem' : 'note'} role="status">{attachmentText(now)}</p>
      {now.state === 'attached' && now.missing.map((reason) => <p key={reason} class="note">{t('gpu.missing', { reason })}</p>)}
      {now.state === 'attached' && <OfferedTraces session={session} close={close} />}
    </DialogFrame>
  );
}

export function attachmentText(now: Attachment): string {
  if (now.state === 'attaching') return t('gpu.attaching');
  if (now.state === 'attached') return t('gpu.attached', { address: now.address, device: deviceText(now.device) });
  if (!now.trouble) return t('gpu.detached');
  return t(`gpu.${now.trouble}`, { address: now.address, origin: location.origin });
}

export function deviceText(device: Device | undefined): string {
  if (!device) return t('gpu.reference');
  return [device.name, device.arch, device.driver && `driver ${device.driver}`, device.cuda && `CUDA ${device.cuda}`].filter(Boolean).join(', ');
}
