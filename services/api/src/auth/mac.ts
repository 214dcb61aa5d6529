import { createHmac } from 'node:crypto'

/** The uses of an installation's secret to authenticate or to hide something. The tokens of sessions name theirs themselves: session-tokens.ts */
type MacPurpose = 'contact-codes' | 'counters' | 'devices' | 'share-file'

/**
 * @param purpose each has its own key, so that what was made for one is nothing for another
 * @returns 32 bytes of HMAC-SHA-256
 */
export function macOf(purpose: MacPurpose, secret: string, content: string | Buffer): Buffer {
  return createHmac('sha256', `${purpose} ${secret}`).update(content).digest()
}
