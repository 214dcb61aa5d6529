import { Piscina } from 'piscina'
import type { ReportContent } from './report-content.ts'

export type ReportRenderer = {
  /** @returns the PDF of a report. @throws what renderReport throws */
  render(report: ReportContent): Promise<Buffer>
  /** Ends the thread; the worker handles no more reports. */
  close(): Promise<void>
}

/** Thread that is idle this long ends; the next report starts one, which takes 0.3 s. ms */
const idleTimeoutMs = 60_000

/**
 * Renders PDFs in a thread of its own. A report of many pages takes hundreds of ms, in which the event loop of the process
 * could renew no lease and send no append. One thread: a worker has other work than reports.
 */
export function createReportRenderer(): ReportRenderer {
  const pool = new Piscina<ReportContent, Uint8Array>({
    filename: new URL('./render-report.ts', import.meta.url).href,
    name: 'renderReport',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleTimeoutMs,
  })
  return {
    async render(report) {
      const { buffer, byteOffset, byteLength } = await pool.run(report)
      return Buffer.from(buffer, byteOffset, byteLength)
    },
    close: () => pool.destroy(),
  }
}
