import { createSharedGate } from '@jaanch/platform/gate'
import { Piscina } from 'piscina'
import type { Receipt } from './receipt.ts'

export type ReceiptRenderer = {
  /** @returns the PDF. @throws BusyError */
  render(userId: string, receipt: Receipt): Promise<Buffer<ArrayBuffer>>
  close(): Promise<void>
}

/** Thread that is idle this long ends; the next receipt starts one, which takes 0.4 s. ms */
const idleTimeoutMs = 60_000

/**
 * Renders receipts in one thread of its own: loading fonts and drawing would hold up all other answers. A few wait for it, of one
 * person one; further ones are refused.
 */
export function createReceiptRenderer(): ReceiptRenderer {
  const pool = new Piscina<Receipt, Uint8Array<ArrayBuffer>>({
    filename: new URL('./render-receipt.ts', import.meta.url).href,
    name: 'renderReceipt',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  })
  const enter = createSharedGate(
    { name: 'receipts', capacity: 1, maxWaiting: 20, waitMs: 1_000 },
    { capacity: 1, maxWaiting: 1 },
  )
  return {
    async render(userId, receipt) {
      const leave = await enter(userId)
      try {
        const { buffer, byteOffset, byteLength } = await pool.run(receipt)
        return Buffer.from(buffer, byteOffset, byteLength)
      } finally {
        leave()
      }
    },
    close: () => pool.destroy(),
  }
}
