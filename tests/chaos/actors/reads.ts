import { headers } from '@jaanch/contracts/http/headers'
import type { Oracle } from '../oracle/oracle.ts'
import type { PoliteClient } from './polite-client.ts'

type Row = { id: string; position: number }

/**
 * Reads a list after a write was acknowledged: it must contain the row as it was then, or newer, unless the answer says that it may
 * lack events.
 */
export async function expectInList(
  client: PoliteClient,
  oracle: Oracle,
  { token, path, row }: { token: string; path: string; row: Row },
): Promise<void> {
  const { body, headers: sent } = await client.send({ method: 'GET', path, token })
  const found = (body as Row[]).find(({ id }) => id === row.id)
  const isCurrent = found !== undefined && found.position >= row.position
  const what = `GET ${path}: ${row.id} at ${found?.position ?? 'no position'} instead of ${row.position}, log position ${sent[headers.logPosition]}`
  oracle.countRead(what, headers.readBehind in sent, isCurrent)
}
