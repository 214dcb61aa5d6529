import { open } from 'node:fs/promises'
import { Problem } from '@jaanch/infra/local/problem'

/** The pools of the API whose statements belong to requests; the others work in the background. */
const requestPools = new Set([
  ...['api accounts', 'api queries', 'api record', 'api append'],
  // the usual pages of bookings; what calls share: the dashboard, the catalogue's version, the position of the read tables
  ...['api pages', 'api push', 'api barrier'],
])

/** Settings of Postgres: every statement is logged with its plan once `auto_explain.log_min_duration` is 0. */
export const explainSettings = {
  shared_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  log_line_prefix: '%m [%p] app=%a| ',
}

export type Statement = { text: string; buffers: number; plan: unknown }

type Plan = { 'Shared Hit Blocks'?: number; 'Shared Read Blocks'?: number }

/** Reads the statements of requests from the server's log. */
export function openStatementLog(path: string) {
  let offset = 0
  async function readNew(): Promise<string> {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - offset), 0, size - offset, offset)
      offset += bytesRead
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  }
  return {
    /** @returns the statements since the last call; each is logged before its client gets the answer */
    async take(): Promise<Statement[]> {
      return parseStatements(await readNew())
    },
  }
}

export function parseStatements(log: string): Statement[] {
  return log.split(/^(?=\d{4}-\d\d-\d\d )/m).flatMap((entry) => {
    const [, pool, json] =
      /app=(.*?)\| LOG: {2}duration: [\d.]+ ms {2}plan:\s*(\{[\s\S]*\})/.exec(entry) ?? []
    if (pool === undefined || json === undefined || !requestPools.has(pool)) return []
    const logged = JSON.parse(json.replaceAll('\n\t', '\n')) as { 'Query Text': string; Plan: Plan }
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = logged.Plan
    return [{ text: logged['Query Text'], buffers: hit + read, plan: logged.Plan }]
  })
}

/**
 * @param rounds the statements of each request, by call
 * @throws Problem if a request logged none: its pool is not in `requestPools`, or the server has no auto_explain
 */
export function assertLogged(rounds: ReadonlyMap<string, readonly (readonly Statement[])[]>): void {
  const silent = [...rounds].filter(([, requests]) => requests.some((statements) => statements.length === 0))
  if (silent.length > 0)
    throw new Problem(`No statement was logged for: ${silent.map(([call]) => call).join(', ')}`)
}
