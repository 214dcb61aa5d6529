import { formatDuration, formatNumber } from './format.ts'
import type { QueueState } from './queues.ts'
import type { Status } from './status.ts'

/** Workers poll every second, so work that is older than this is not being handled */
const maxWorkAgeMs = 60_000
/** Number of events that a reader may lag behind after a burst */
const maxLag = 10_000
/** The tail of an API process passes every second */
const maxTailSilenceMs = 30_000
/** Events that the read tables contain and a tail has not emitted: more than a pass takes */
const maxTailLag = 1_000

/** One sentence for each thing that needs an operator. */
export function findTroubles(status: Status, queues: QueueState[] | undefined): string[] {
  const troubles = troublesOfReadTables(status)
  for (const { generation, state, stopped } of status.generations) {
    if (!stopped) continue
    troubles.push(
      `The projector stands still before event ${formatNumber(stopped.position)} (${stopped.type}) in generation ${generation} (${state}): ${stopped.why}`,
    )
  }
  const beyond = [
    ...status.generations.map(({ generation, position }) => ({ name: `generation ${generation}`, position })),
    ...status.consumers.map(({ name, cursor }) => ({ name, position: cursor })),
  ].filter(({ position }) => position > status.head)
  for (const { name, position } of beyond) {
    troubles.push(
      `The log ends with event ${formatNumber(status.head)}, but ${name} is at ${formatNumber(position)}: npm run ops -- restored repairs it.`,
    )
  }
  for (const { name, cursor, lag, isBeforeGap, isLeftToNewer, oldest, dead } of status.consumers) {
    if (isBeforeGap)
      troubles.push(`Event ${formatNumber(cursor + 1)} is missing in the log: nothing is relayed to ${name}.`)
    if (isLeftToNewer)
      troubles.push(
        `No running worker knows all events that ${name} wants: start workers of the newest release.`,
      )
    if (lag > maxLag && !isBeforeGap)
      troubles.push(
        `The relay has yet to look at ${formatNumber(lag)} events for ${name}: is an API running?`,
      )
    if (oldest !== null && oldest > maxWorkAgeMs) {
      troubles.push(
        `The oldest work of ${name} waits since ${formatDuration(oldest)}: see npm run ops -- work.`,
      )
    }
    if (dead > 0)
      troubles.push(
        `${formatNumber(dead)} of ${name}'s streams wait for an operator: see npm run ops -- dead list.`,
      )
  }
  troubles.push(...findPushTroubles(status))
  const undelivered = status.messages.dead ?? 0
  if (undelivered > 0)
    troubles.push(
      `${formatNumber(undelivered)} messages could not be delivered: see npm run ops -- dead list.`,
    )
  if (status.deadTimers > 0)
    troubles.push(`${formatNumber(status.deadTimers)} timers could not fire: see npm run ops -- dead list.`)
  if (!queues) troubles.push('Redis does not answer: work continues with a delay of about a second.')
  return troubles
}

function findPushTroubles({ processes }: Pick<Status, 'processes'>): string[] {
  return processes.flatMap(({ id, age, tail }) => {
    if (!tail) return []
    const api = `API process ${id.slice(0, 8)}`
    const silence = tail.silentMs + age
    const troubles: string[] = []
    if (silence > maxTailSilenceMs)
      troubles.push(`${api} pushes no changes since ${formatDuration(silence)}: see its log.`)
    if ((tail.lag ?? 0) > maxTailLag)
      troubles.push(`The push of ${api} lags ${formatNumber(tail.lag ?? 0)} events behind.`)
    if (tail.unpresentable > 0)
      troubles.push(
        `${formatNumber(tail.unpresentable)} changed rows cannot be presented by ${api}: see its log.`,
      )
    return troubles
  })
}

/** Of the model versions that API processes read; live tables of others are dropped after a while. */
function troublesOfReadTables({ generations, processes }: Status): string[] {
  const live = generations.filter(({ state }) => state === 'live')
  const read = new Set(
    processes.flatMap(({ service, version }) => (service === 'api' && version !== null ? [version] : [])),
  )
  if (read.size === 0 && live.length === 0)
    return ['No generation of the read tables is live: lists cannot be read.']
  if (read.size === 0 && !live.some(({ isFed }) => isFed)) {
    return ['No projector is running: the read tables stand still.']
  }
  return [...read].flatMap((version) => {
    const tables = live.find((one) => one.version === version)
    if (!tables) {
      return [
        `No read tables of model version ${version} are live: API processes of that version cannot read lists.`,
      ]
    }
    return [
      ...(tables.isFed
        ? []
        : [
            `No projector of model version ${version} is running although an API of that version is: its read tables stand still.`,
          ]),
      ...(tables.lag > maxLag
        ? [`The live read tables of model version ${version} lack ${formatNumber(tables.lag)} events.`]
        : []),
    ]
  })
}
