import { once } from 'node:events'
import { threadId, type Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { createFullReport } from '../testing/sample-report.ts'
import { createReportRenderer } from './release-rendered.ts'
import { renderReport } from './render-report.ts'
import type { ReportContent } from './report-content.ts'

const renderer = createReportRenderer()
afterAll(() => renderer.close())

describe('the renderer of reports', () => {
  it('renders in another thread, to the same bytes as in this one [V15.2.2]', async () => {
    const report = createFullReport()
    const started = once(process, 'worker') as Promise<[Worker]>
    const bytes = await renderer.render(report)
    const [thread] = await started
    expect(thread.threadId).not.toBe(threadId)
    expect(thread.performance.eventLoopUtilization().active).toBeGreaterThan(0)
    expect(bytes.equals(await renderReport(report))).toBe(true)
  })

  it('passes on the error of a report that cannot be rendered, and renders the next one', async () => {
    const broken = { ...createFullReport(), sections: null } as unknown as ReportContent
    const error = await renderReport(broken).catch((thrown: Error) => thrown.message)
    await expect(renderer.render(broken)).rejects.toThrow(error as string)
    expect((await renderer.render(createFullReport())).subarray(0, 5).toString()).toBe('%PDF-')
  })
})
