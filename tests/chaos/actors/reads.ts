import { headers } from '@jaanch/contracts/http/headers'
import type { Crew } from './crew.ts'

type Row = { id: string; position: number }

/**
 * Reads a list after a write was acknowledged: it must contain the row as it was then, or newer, unless the answer says that it may
 * lack events.
 */
export async function expectInList(
  { send, oracle }: Pick<Crew, 'send' | 'oracle'>,
  { token, path, row }: { token: string; path: string; row: Row },
): Promise<void> {
  const { body, headers: sent } = await send({ method: 'GET', path, token })
  const found = (body as Row[]).find(({ id }) => id === row.id)
  const isCurrent = found !== undefined && found.position >= row.position
  const what = `GET ${path}: ${row.id} at ${found?.position ?? 'no position'} instead of ${row.position}, log position ${sent.get(headers.logPosition)}`
  oracle.countRead(what, sent.has(headers.readBehind), isCurrent)
}
