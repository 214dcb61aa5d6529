/**
 * Says of each PDF that it gets as a message whether a viewer can open it. A program of its own (pdf-reader.ts): what a stranger sends
 * may take any time and memory. It ends with its parent.
 */
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PdfAnswer, PdfVerdict } from '../pdf-reader.ts'

/** Pages that are looked at: a file that breaks off, or whose list of pages is damaged, lacks one of the first */
const maxPages = 200

process.on('message', async (bytes: Uint8Array) => {
  const verdict = await verdictOn(bytes)
  process.send?.({ verdict, memory: process.memoryUsage.rss() } satisfies PdfAnswer)
})

async function verdictOn(data: Uint8Array): Promise<PdfVerdict> {
  const task = getDocument({
    data: new Uint8Array(data),
    verbosity: 0,
    useSystemFonts: false,
    useWasm: false,
  })
  try {
    const pdf = await task.promise
    for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) await pdf.getPage(number)
    return pdf.numPages > 0 ? 'readable' : 'without-pages'
  } catch (error) {
    return error instanceof PasswordException ? 'password' : 'unreadable'
  } finally {
    await task.destroy()
  }
}
