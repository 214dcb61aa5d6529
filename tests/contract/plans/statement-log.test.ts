import { expect, it } from 'vitest'
import { assertLogged, parseStatements } from './statement-log.ts'

const entry = (pool: string, hit: number, read: number) =>
  `2026-03-18 09:47:11.250 UTC [77] app=${pool}| LOG:  duration: 0.311 ms  plan:
\t{
\t  "Query Text": "select\\n 1",
\t  "Plan": {
\t    "Node Type": "Limit",
\t    "Shared Hit Blocks": ${hit},
\t    "Shared Read Blocks": ${read}
\t  }
\t}
`

it('finds the statements of requests in the log of Postgres, with the buffers that they touched', () => {
  const log = [
    '2026-03-18 09:47:11.249 UTC [77] app=| LOG:  checkpoint starting: time\n',
    entry('api queries', 40, 2),
    entry('api background', 7, 0),
    entry('projector', 9, 0),
    entry('api pages', 3, 0),
  ].join('')
  expect(parseStatements(log)).toEqual([
    { text: 'select\n 1', buffers: 42, plan: expect.objectContaining({ 'Node Type': 'Limit' }) },
    { text: 'select\n 1', buffers: 3, plan: expect.anything() },
  ])
})

it('a request without a statement is a fault, since its reads would not be counted', () => {
  const statement = { text: 'select 1', buffers: 1, plan: {} }
  expect(() => assertLogged(new Map([['a', [[statement]]]]))).not.toThrow()
  expect(() =>
    assertLogged(
      new Map([
        ['a', [[statement]]],
        ['b', [[statement], []]],
      ]),
    ),
  ).toThrow('No statement was logged for: b')
})
