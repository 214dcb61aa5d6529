import type { OperationsView } from '@jaanch/contracts/http/operations/now'
import { durationText } from '@/lib/format/durations'
import { countText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { DescriptionList } from '@/ui/description-list'
import { Panel } from '@/ui/panel'
import { sizeText } from './numbers'

const names = { api: 'API', workers: 'Workers', projector: 'Projector' }

export function Processes({ view }: { view: OperationsView }) {
  const rows = view.processes.map((process) => ({
    ...process,
    facts: factsOf(process, Date.parse(view.at)),
  }))
  return (
    <Panel title="Processes">
      {rows.length === 0 && <p className="px-4 py-4 text-ink-soft sm:px-5">None is running.</p>}
      <ul className="divide-y md:hidden">
        {rows.map(({ id, service, facts }) => (
          <li key={id} className="px-4 py-3">
            <h3 className="font-semibold text-sm">
              {names[service]} <span className="font-normal text-ink-soft">{shortId(id)}</span>
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
                Process
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
                  {names[service]} <span className="font-normal text-ink-soft text-xs">{shortId(id)}</span>
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
    ['Version', vitals ? [vitals.release, vitals.commit?.slice(0, 7)].filter(Boolean).join(' ') : 'unknown'],
    ['Age', durationText(Math.max(0, now - Date.parse(startedAt)))],
    ['CPU', vitals ? `${vitals.cpu.toFixed(1)} %` : '–'],
    ['Memory', vitals ? sizeText(vitals.memory) : '–'],
    ['Loop delay', vitals ? `${vitals.loopDelay.toFixed(1)} ms` : '–'],
    ['Push lag', tail?.lag === undefined ? '–' : countText(tail.lag)],
  ]
}
