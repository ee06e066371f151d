import type { Attachment } from 'svelte/attachments';

/** Modal dialog. Opens over all else as soon as it is there, and is closed when it goes. */
export const modal: Attachment<HTMLDialogElement> = (dialog) => {
  dialog.showModal();
  return () => dialog.close();
};
