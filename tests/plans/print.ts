/**
 * `npm run plans [-- --bookings 1000000] [--write]`: prints what each call reads and its bound. With --write, bounds.ts gets bounds
 * half as high again as measured, at least 50: look at the difference before you commit it.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bounds } from './bounds.ts'
import { type Measured, measureBuffers } from './measure-buffers.ts'

const { values } = parseArgs({
  options: {
    bookings: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
  },
})

const measured = await measureBuffers(Number(values.bookings))
console.table(
  measured.map(({ call, buffers, statements }) => ({
    call,
    buffers,
    bound: bounds[call],
    statements: statements.length,
    largest: Math.max(0, ...statements.map((statement) => statement.buffers)),
  })),
)
if (values.write) await writeFile(join(import.meta.dirname, 'bounds.ts'), textOf(measured))

function textOf(calls: readonly Measured[]): string {
  const lines = calls.map(({ call, buffers }) => {
    const name = /^[a-z]+$/.test(call) ? call : call.includes("'") ? `"${call}"` : `'${call}'`
    return `  ${name}: ${Math.max(50, Math.ceil((buffers * 1.5) / 10) * 10)},`
  })
  return `/**
 * How many pages of 8 kB each call may touch, at any number of bookings: half as many again as measured with ${Number(values.bookings).toLocaleString('en')}
 * bookings, at least 50. Written by \`npm run plans -- --bookings ${values.bookings} --write\`.
 */
export const bounds: Readonly<Record<string, number>> = {
${lines.join('\n')}
}
`
}
