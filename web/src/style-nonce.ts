/**
 * Hands the nonce of this page to the one library that makes a style element, the scroll lock of dialogs. The server's
 * policy allows no other inline style.
 */
declare global {
  interface Window {
    tripwireStyleNonce?: string;
  }
}

export function handOverStyleNonce(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]');
  if (meta !== null) window.tripwireStyleNonce = meta.content;
}
