import { Piscina } from 'piscina'
import { createGate } from '../gate.ts'

export type PdfRenderer<Content> = {
  /** @returns the PDF. @throws BusyError */
  render(userId: string, content: Content): Promise<Buffer<ArrayBuffer>>
  close(): Promise<void>
}

type Options = {
  /** The name of the gate */
  name: string
  /** URL of the module that exports the function `task`: of plain data, the bytes of a PDF */
  filename: string
  task: string
  /** How long a render may wait for those before it, ms */
  waitMs: number
}

/** Thread that is idle this long ends; the next document starts one, which takes 0.4 s. ms */
const idleTimeoutMs = 60_000

/**
 * Renders documents of one kind in one thread of its own: loading fonts and drawing would hold up all other answers. A few wait for it,
 * and further ones are refused.
 * @typeParam Render the function `task`
 */
export function createPdfRenderer<Render extends (content: never) => Promise<Uint8Array>>({
  name,
  filename,
  task,
  waitMs,
}: Options): PdfRenderer<Parameters<Render>[0]> {
  const pool = new Piscina<Parameters<Render>[0], Uint8Array<ArrayBuffer>>({
    filename,
    name: task,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  })
  const gate = createGate({ name, capacity: 1, maxWaiting: 20, waitMs })
  return {
    async render(userId, content) {
      const { buffer, byteOffset, byteLength } = await gate.run(() => pool.run(content), userId)
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    close: () => pool.destroy(),
  }
}
