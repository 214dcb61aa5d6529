/** Whether the browser encrypts: over HTTPS and on localhost. Apart from `jwe.ts`, which loads what encrypts. */
export const canEncrypt = (): boolean => globalThis.crypto?.subtle !== undefined
