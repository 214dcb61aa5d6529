import { compareSchemas } from './compare-schemas.ts'
import { type Finding, type IsExplained, listNames, needsLine } from './finding.ts'
import type { Call } from './snapshot.ts'

type Calls = Record<string, Call>

/** Clients of the release before go on: browsers keep its pages open, and others have their own programs. */
export function compareCalls(older: Calls, newer: Calls, isExplained: IsExplained): Finding[] {
  const added = Object.keys(newer).filter((name) => !(name in older))
  const findings = Object.entries(older).flatMap(([name, before]): Finding[] => {
    const now = newer[name]
    const differences = now ? compareCall(before, now) : ['was removed']
    if (differences.length === 0) return []
    return [
      {
        area: 'API',
        change: `\`${name}\`: ${differences.join('; ')}.`,
        ...needsLine(name, isExplained),
        level: 'breaking',
      },
    ]
  })
  if (added.length > 0)
    findings.push({ area: 'API', change: `New: ${listNames(added)}.`, needs: 'nothing', level: 'minor' })
  return findings
}

function compareCall(before: Call, now: Call): string[] {
  return [
    ...compareAccess(before, now),
    ...(before.status === now.status ? [] : [`answers with ${now.status} instead of ${before.status}`]),
    ...(before.hasKey && !now.hasKey ? ['ignores the Idempotency-Key'] : []),
    ...(before.hasCookie && !now.hasCookie ? ['no longer reads the session from a cookie'] : []),
    ...(sizeOf(now) < sizeOf(before) ? [`takes ${sizeOf(now)} bytes, not ${sizeOf(before)}`] : []),
    ...compareRequests(before, now),
    ...compareAnswers(before, now),
  ]
}

/** Of a route that declares none, bytes */
const defaultBodyLimit = 100_000
const sizeOf = ({ bodyLimit }: Call): number => bodyLimit ?? defaultBodyLimit

function compareAccess({ access: before }: Call, { access: now }: Call): string[] {
  if (now === 'public' || before === now) return []
  if (before === 'public') return [`is no longer public, but for ${String(now)}`]
  if (now === 'signed-in') return []
  if (before === 'signed-in') return [`is only for ${now.join(', ')} now`]
  const lost = [...before].filter((role) => !now.includes(role))
  return lost.length > 0 ? [`is no longer for ${lost.join(', ')}`] : []
}

function compareRequests(before: Call, now: Call): string[] {
  const places = Object.keys({ ...before.requests, ...now.requests })
  return places.flatMap((place) => {
    const [older, newer] = [before.requests[place], now.requests[place]]
    // what was sent is ignored
    if (!newer) return place === 'path' ? [] : [`${place} is no longer read`]
    return compareSchemas(older ?? { type: 'object', properties: {} }, newer, 'request').map(
      (difference) => `${place}: ${difference}`,
    )
  })
}

function compareAnswers({ answer: before }: Call, { answer: now }: Call): string[] {
  if (before === null || now === null)
    return before === now ? [] : [`answers ${now === null ? 'a file' : 'JSON'} now`]
  return compareSchemas(before, now, 'answer').map((difference) => `answer: ${difference}`)
}
