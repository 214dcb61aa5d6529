import type { OperationsView } from '@jaanch/operations/now/api'
import { CircleCheck, CircleDashed, CircleHelp, Minus, OctagonX } from 'lucide-react'
import { instantText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import { countText } from '@/lib/format/numbers'
import { capitalised, shortId } from '@/lib/format/text'
import { Badge, StyledBadge } from '@/ui/badge'
import { DescriptionList } from '@/ui/description-list'
import { Panel } from '@/ui/panel'
import { lagText, sizeText } from './stages'
import { texts } from './texts'

export function Processes({ view }: { view: OperationsView }) {
  const rows = view.processes.map((process) => ({
    ...process,
    facts: factsOf(process, Date.parse(view.at)),
  }))
  return (
    <Panel title={texts.processes.title}>
      {rows.length === 0 && <p className="px-4 py-4 text-ink-soft sm:px-5">{texts.processes.none}</p>}
      <ul className="divide-y md:hidden">
        {rows.map(({ id, service, facts }) => (
          <li key={id} className="px-4 py-3">
            <h3 className="font-semibold text-sm">
              {texts.processes.names[service]}{' '}
              <span className="font-normal text-ink-soft">{shortId(id)}</span>
            </h3>
            <DescriptionList
              items={facts}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm tabular-nums"
            />
          </li>
        ))}
      </ul>
      {rows.length > 0 && (
        <table className="w-full text-sm tabular-nums max-md:hidden">
          <thead>
            <tr className="border-b text-left text-ink-soft text-xs">
              <th scope="col" className="py-2 pr-3 pl-5 font-semibold">
                {texts.processes.process}
              </th>
              {rows[0]?.facts.map(([name]) => (
                <th key={name} scope="col" className="px-3 py-2 font-semibold">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y">
            {rows.map(({ id, service, facts }) => (
              <tr key={id}>
                <th scope="row" className="py-2.5 pr-3 pl-5 text-left font-semibold">
                  {texts.processes.names[service]}{' '}
                  <span className="font-normal text-ink-soft text-xs">{shortId(id)}</span>
                </th>
                {facts.map(([name, fact]) => (
                  <td key={name} className="px-3 py-2.5">
                    {fact}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

type Process = OperationsView['processes'][number]

function factsOf({ vitals, startedAt, tail }: Process, now: number): (readonly [string, string])[] {
  return [
    [texts.processes.version, [vitals.release, vitals.commit?.slice(0, 7)].filter(Boolean).join(' ')],
    [texts.processes.age, durationText(Math.max(0, now - Date.parse(startedAt)))],
    [texts.processes.cpu, `${vitals.cpu.toFixed(1)} %`],
    [texts.processes.memory, sizeText(vitals.memory)],
    [texts.processes.loopDelay, `${vitals.loopDelay.toFixed(1)} ms`],
    [texts.processes.pushLag, tail?.lag === undefined ? '–' : countText(tail.lag)],
  ]
}

export function Generations({ view }: { view: OperationsView }) {
  return (
    <Panel title={texts.generations.title}>
      {view.generations.length === 0 && (
        <p className="px-4 py-4 text-ink-soft sm:px-5">{texts.generations.none}</p>
      )}
      <ul className="divide-y">
        {view.generations.map((one) => (
          <li key={one.generation} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">{texts.generations.generation(one.generation)}</h3>
              <StateBadge {...one} />
            </div>
            <DescriptionList
              items={[
                [texts.generations.version, String(one.version)],
                [texts.generations.position, `${countText(one.position)}, ${lagText(one.lag)}`],
                [texts.generations.size, sizeText(one.bytes)],
                [texts.generations.since(capitalised(one.state)), instantText(one.stateSince)],
              ]}
              className="mt-2 grid-cols-2 gap-x-4 gap-y-2"
              detailsClassName="text-sm tabular-nums"
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function StateBadge({ state, isFed, stopped }: OperationsView['generations'][number]) {
  const isLive = state === 'live'
  const wrong = stopped
    ? texts.generations.stopped(stopped.position)
    : isLive && !isFed && texts.generations.notFed
  if (wrong) return <StyledBadge label={wrong} variant="error" icon={OctagonX} />
  const style = isLive
    ? ({ variant: 'success', icon: CircleCheck } as const)
    : ({ variant: 'neutral', icon: CircleDashed } as const)
  return <StyledBadge label={capitalised(state)} {...style} />
}

/** The counts of open messages end here, and those of rows to delete */
const countedUpTo = 10_001

/** Those of messages that were sent and skipped */
const countedFinishedUpTo = 1_000_001

export function Storage({ view }: { view: OperationsView }) {
  const { sizes, messages, queues, retention, epoch, lastVerify } = view
  const over = retention.filter((one) => one.over > 0)
  const items: (readonly [string, string])[] = [
    [
      texts.storage.lastVerify,
      lastVerify
        ? texts.storage.verified(lastVerify.different, instantText(lastVerify.finishedAt))
        : texts.storage.noVerify,
    ],
    [texts.storage.database, sizeText(sizes.database)],
    [texts.storage.log, sizeText(sizes.log)],
    [texts.storage.readTables, sizeText(sizes.readTables)],
    ...Object.entries(messages).map(
      ([status, n]) =>
        [
          texts.storage.messages(status),
          boundedText(n, status === 'sent' || status === 'skipped' ? countedFinishedUpTo : countedUpTo),
        ] as const,
    ),
    ...(queues ?? []).map(
      ({ name, waiting, active, delayed, failed }) =>
        [texts.storage.jobs(name), texts.storage.jobCounts(waiting + active + delayed, failed)] as const,
    ),
    ...over.map((one) => [texts.storage.toDelete(one.what), boundedText(one.over, countedUpTo)] as const),
    ...(epoch.since ? [[texts.storage.epochSince, instantText(epoch.since)] as const] : []),
    ...(epoch.reason ? [[texts.storage.epochReason, capitalised(epoch.reason)] as const] : []),
  ]
  return (
    <Panel title={texts.storage.title}>
      <DescriptionList
        items={items}
        layout="row"
        className="gap-y-2 px-4 py-3 text-sm sm:px-5"
        detailsClassName="tabular-nums"
      />
    </Panel>
  )
}

function boundedText(n: number, upTo: number): string {
  return n >= upTo ? `${countText(upTo - 1)}+` : countText(n)
}

const styles = {
  well: { variant: 'success', icon: CircleCheck },
  trouble: { variant: 'error', icon: OctagonX },
  off: { variant: 'neutral', icon: Minus },
  unknown: { variant: 'accent', icon: CircleHelp },
} as const

/** The checks besides the log and its readers. */
export function Checks({ view: { checks } }: { view: OperationsView }) {
  return (
    <Panel title={texts.checks.title}>
      <ul className="divide-y">
        {checks.map(({ name, state, text }) => (
          <li key={name} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">{texts.checks.names[name]}</h3>
              <Badge {...styles[state]}>{texts.checks.states[state]}</Badge>
            </div>
            <p className="mt-1 break-words text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
