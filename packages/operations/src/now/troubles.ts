import { formatDuration, formatNumber, istTime } from '../format.ts'
import type { Trouble } from './api.ts'
import { providerSettings } from './channels.ts'
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

type Found = Trouble | false | undefined

const found = (...troubles: Found[]) =>
  troubles.filter((trouble) => trouble !== undefined && trouble !== false)

/** Finds all that needs an operator, each with one sentence and, if there is one, the section or the call that mends it. */
export function findTroubles(status: Status, queues: QueueState[] | undefined): Trouble[] {
  const { deadTimers, messages, lastVerify } = status
  const undelivered = messages.dead ?? 0
  return found(
    ...troublesOfReadTables(status),
    ...status.generations.map(troubleOfGeneration),
    ...troublesOfReadersBeyond(status),
    ...status.consumers.flatMap((consumer) => troublesOfConsumer(consumer, status.pauses)),
    ...troublesOfPauses(status),
    ...troublesOfChannels(status),
    ...status.processes.flatMap(troublesOfPush),
    // an installation that never ran a verify has no trouble yet
    (lastVerify?.different ?? 0) > 0 && {
      kind: 'verify-differs',
      text: `The last verify found ${formatNumber(lastVerify?.different ?? 0)} rows of the read tables that differ from the log: see what differs, then replay.`,
      section: 'replay',
    },
    undelivered > 0 && {
      kind: 'undelivered-messages',
      text: `${formatNumber(undelivered)} messages could not be delivered.`,
      section: 'messages',
    },
    deadTimers > 0 && {
      kind: 'dead-timers',
      text: `${formatNumber(deadTimers)} timers could not fire.`,
      section: 'work',
    },
    !queues && {
      kind: 'redis-silent',
      text: 'Redis does not answer: work continues with a delay of about a second. Start it again.',
    },
  )
}

function troubleOfGeneration({ generation, state, stopped }: Status['generations'][number]): Found {
  if (!stopped) return undefined
  const { position, type, why } = stopped
  return {
    kind: 'projector-stopped',
    text: `The projector stands still before event ${formatNumber(position)} (${type}) in generation ${generation} (${state}): ${why}`,
    section: 'events',
    position,
  }
}

/** Only after a mistake: cursors, checkpoints and the log are restored together. */
function troublesOfReadersBeyond({ head, generations, consumers }: Status): Trouble[] {
  const readers = [
    ...generations.map(({ generation, position }) => ({ name: `generation ${generation}`, position })),
    ...consumers.map(({ name, cursor }) => ({ name, position: cursor })),
  ]
  return readers
    .filter(({ position }) => position > head)
    .map(({ name, position }) => ({
      kind: 'beyond-the-log',
      text: `The log ends with event ${formatNumber(head)}, but ${name} is at ${formatNumber(position)}: declare that the database was restored.`,
      fix: 'restored',
    }))
}

/** The consumers and channels that an operator has stopped, so that nobody forgets it; a channel that nobody could use anyway is stopped for good. */
function troublesOfPauses({ pauses, channels }: Pick<Status, 'pauses' | 'channels'>): Trouble[] {
  return pauses.flatMap(({ name, reason, by, since }) => {
    const channel = channels.find((one) => one.channel === name)
    if (channel?.lacksProvider) return []
    const waiting = channel ? ` ${messagesText(channel.waiting)}` : ''
    return {
      kind: 'paused',
      text: `${name} is paused since ${istTime(since)} IST by ${by} (${reason}).${waiting}`,
      section: channel ? 'messages' : 'work',
    }
  })
}

/** A missing provider harms nobody before the first message. */
function troublesOfChannels({ channels }: Pick<Status, 'channels'>): Trouble[] {
  return channels
    .filter(({ lacksProvider, isPaused, waiting }) => lacksProvider && !isPaused && waiting > 0)
    .map(({ channel, waiting }) => ({
      kind: 'provider-missing',
      text: `No worker has a provider for ${channel}: set ${providerSettings[channel]}. ${messagesText(waiting)}`,
      section: 'messages',
    }))
}

function messagesText(waiting: number): string {
  const number = waiting > 10_000 ? 'More than 10,000' : formatNumber(waiting)
  return waiting === 1 ? '1 message waits.' : `${number} messages wait.`
}

function troublesOfConsumer(consumer: Status['consumers'][number], pauses: Status['pauses']): Trouble[] {
  const { name, cursor, lag, isBeforeGap, isLeftToNewer, oldest, dead } = consumer
  const isPaused = pauses.some((pause) => pause.name === name)
  return found(
    isBeforeGap && {
      kind: 'gap-in-the-log',
      text: `Event ${formatNumber(cursor + 1)} is missing in the log: nothing is relayed to ${name}. Restore the database from a backup that has it.`,
      section: 'events',
    },
    isLeftToNewer && {
      kind: 'workers-too-old',
      text: `No running worker knows all events that ${name} wants: start workers of the newest release.`,
    },
    lag > maxLag &&
      !isBeforeGap && {
        kind: 'relay-lags',
        text: `The relay has yet to look at ${formatNumber(lag)} events for ${name}: is an API running?`,
      },
    oldest !== null &&
      oldest > maxWorkAgeMs &&
      !isPaused && {
        kind: 'work-is-old',
        text: `The oldest work of ${name} has waited for ${formatDuration(oldest)}.`,
        section: 'work',
      },
    dead > 0 && {
      kind: 'dead-work',
      text: `${formatNumber(dead)} of ${name}'s streams wait for an operator.`,
      section: 'work',
    },
  )
}

function troublesOfPush({ id, age, tail }: Status['processes'][number]): Trouble[] {
  if (!tail) return []
  const api = `API process ${id.slice(0, 8)}`
  const { lag = 0, unpresentable } = tail
  const silence = tail.silentMs + age
  return found(
    silence > maxTailSilenceMs && {
      kind: 'push-silent',
      text: `${api} pushes no changes since ${formatDuration(silence)}: see its log.`,
    },
    lag > maxTailLag && {
      kind: 'push-lags',
      text: `The push of ${api} lags ${formatNumber(lag)} events behind.`,
    },
    unpresentable > 0 && {
      kind: 'unpresentable-rows',
      text: `${formatNumber(unpresentable)} changed rows cannot be presented by ${api}: see its log.`,
    },
  )
}

/** Only the model versions that API processes read; live tables of others are dropped after a while. */
function troublesOfReadTables({ generations, processes }: Status): Trouble[] {
  const live = generations.filter(({ state }) => state === 'live')
  const read = new Set(
    processes.flatMap(({ service, version }) => (service === 'api' && version !== null ? [version] : [])),
  )
  if (read.size === 0 && live.length === 0) {
    return [
      {
        kind: 'read-tables-missing',
        text: 'No generation of the read tables is live: lists cannot be read.',
        section: 'replay',
      },
    ]
  }
  if (read.size === 0 && !live.some(({ isFed }) => isFed))
    return [{ kind: 'projector-missing', text: 'No projector is running: the read tables stand still.' }]
  return [...read].flatMap((version) =>
    troublesOfVersion(
      version,
      live.find((one) => one.version === version),
    ),
  )
}

function troublesOfVersion(version: number, tables: Status['generations'][number] | undefined): Trouble[] {
  if (!tables) {
    return [
      {
        kind: 'read-tables-missing',
        text: `No read tables of model version ${version} are live: API processes of that version cannot read lists.`,
        section: 'replay',
      },
    ]
  }
  return found(
    !tables.isFed && {
      kind: 'projector-missing',
      text: `No projector of model version ${version} is running although an API of that version is: its read tables stand still.`,
    },
    tables.lag > maxLag && {
      kind: 'projector-lags',
      text: `The live read tables of model version ${version} lack ${formatNumber(tables.lag)} events.`,
      section: 'replay',
    },
  )
}
