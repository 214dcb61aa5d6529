import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdf, pdfOf, pdfWithPassword } from '@jaanch/tests/support/sample-files'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bounds, bounds } from '../http/bounds.ts'
import { createPdfReader, PdfReaderError } from './pdf-reader.ts'

/** A slow machine may take long: a test that expects the end of the program sets its own time. */
const ampleTime = { ...bounds, pdfReadMs: 240_000 }
const reader = createPdfReader(ampleTime)
const read = (bytes: Buffer | string) => reader.read('somebody', Buffer.from(bytes as Buffer))

it('a PDF can be read if a viewer opens it, whatever its size', async () => {
  expect(await read(pdf)).toBe('readable')
  expect(await read(pdfOf(10 * 1024 ** 2))).toBe('readable')
})

it('a PDF that needs a password is recognised', async () => {
  expect(await read(pdfWithPassword)).toBe('password')
})

it('a PDF without a page is recognised', async () => {
  expect(await read(pdf.toString().replace('[3 0 R]/Count 1', '[]/Count 0'))).toBe('without-pages')
})

it('a PDF is unreadable if it is only the beginning of one, or if its list of pages leads nowhere', async () => {
  expect(await read(pdf.subarray(0, 14))).toBe('unreadable')
  expect(await read('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF')).toBe('unreadable')
  expect(await read(pdf.toString().replace('[3 0 R]', '[9 0 R]'))).toBe('unreadable')
})

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jaanch-pdf-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** A reader with another program, which may be any. */
async function readerWith(source: string, changed: Partial<Bounds> = {}) {
  const program = join(directory, `${crypto.randomUUID()}.mjs`)
  await writeFile(program, source)
  return createPdfReader({ ...ampleTime, ...changed }, program)
}

it('the program that reads PDFs is ended if it hangs, and the file is unreadable', async () => {
  const hanging = await readerWith('for (;;);', { pdfReadMs: 300 })
  for (const bytes of [pdf, pdfOf(5_000_000)])
    expect(await hanging.read('somebody', bytes)).toBe('unreadable')
})

it('the program that reads PDFs is ended if its heap or other memory grows, and the file is unreadable', async () => {
  for (const piece of ['Buffer.alloc(1e6, 1)', '[...Array(1e5).keys()]']) {
    const source = `process.on('message', () => { const kept = []; for (;;) kept.push(${piece}) })`
    const greedy = await readerWith(source, { pdfReadBytes: 200_000_000 })
    expect(await greedy.read('somebody', pdf), piece).toBe('unreadable')
  }
})

it('the program that reads PDFs is started anew behind a file that left it with much memory, and kept otherwise', async () => {
  async function verdictsWith(memory: number) {
    const counting = await readerWith(`
      let files = 0
      process.on('message', () => process.send({ verdict: ++files > 1 ? 'unreadable' : 'readable', memory: ${memory} }))`)
    return [await counting.read('somebody', pdf), await counting.read('somebody', pdf)]
  }
  expect(await verdictsWith(bounds.pdfReadBytes)).toEqual(['readable', 'readable'])
  expect(await verdictsWith(1)).toEqual(['readable', 'unreadable'])
})

it('nothing is said about a PDF if the program that reads PDFs does not run', async () => {
  const lacking = await readerWith("import 'not-installed'")
  await expect(lacking.read('somebody', pdf)).rejects.toThrow(PdfReaderError)
})

it('the program that reads PDFs has no variables of the API, and can neither write files nor start programs', async () => {
  const confined = await readerWith(`
    import { spawnSync } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    const isDenied = (act) => { try { act() } catch (error) { return error.code === 'ERR_ACCESS_DENIED' } }
    const acts = [() => writeFileSync(${JSON.stringify(join(directory, 'x'))}, ''), () => spawnSync('true')]
    const hasNone = Object.keys(process.env).every((name) => name.startsWith('NODE_CHANNEL'))
    const verdict = hasNone && acts.every(isDenied) ? 'readable' : 'unreadable'
    process.on('message', () => process.send({ verdict, memory: 0 }))`)
  expect(await confined.read('somebody', pdf)).toBe('readable')
})
