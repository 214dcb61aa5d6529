import type { RoundView } from '@jaanch/contracts/http/collection'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { addressText, personText, timeText, tubeText } from './round-texts'
import { round as texts } from './texts'

/** A row for each visit: when, where, who, which tubes, what to collect, and a box to tick. */
export function RoundTable({ visits }: Pick<RoundView, 'visits'>) {
  const people = visits.reduce((sum, visit) => sum + visit.people.length, 0)
  const due = visits.reduce((sum, visit) => sum + visit.due, 0)
  return (
    <>
      <p className="mb-2">{texts.totals(visits.length, people, rupeesText(due))}</p>
      <table className="w-full border-collapse text-left align-top text-xs leading-snug">
        <thead>
          <tr className="border-ink border-b">
            {texts.heads.map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 font-bold last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
        </tbody>
      </table>
    </>
  )
}

const cell = 'py-1.5 pr-3 align-top'

function Visit({ visit }: { visit: RoundView['visits'][number] }) {
  return (
    <tr className="break-inside-avoid border-line-strong border-b">
      <td className={`${cell} whitespace-nowrap font-bold`}>{timeText(visit.time)}</td>
      <td className={cell}>
        {addressText(visit)}
        {visit.contactNumber && <div className="font-bold">{phoneText(visit.contactNumber)}</div>}
        {visit.instructions && <div className="italic">{visit.instructions}</div>}
      </td>
      <td className={cell}>
        {visit.people.map((person) => (
          <div key={person.bookingId} className="mb-1 last:mb-0">
            <span className="font-bold">{personText(person)}</span>{' '}
            <span className="whitespace-nowrap">{person.orderNumber}</span>
            <div>{person.tests.join(', ')}</div>
            <div>{person.specimens.map((tube) => `☐ ${tubeText(tube)}`).join('  ')}</div>
          </div>
        ))}
        {visit.fastingHours !== null && <div>{texts.fasting(visit.fastingHours)}</div>}
      </td>
      <td className={`${cell} whitespace-nowrap font-bold tabular-nums`}>
        {visit.due > 0 ? rupeesText(visit.due) : texts.paid}
      </td>
      <td className="py-1.5 align-top">
        <span className="block size-5 border-2 border-ink" aria-hidden />
      </td>
    </tr>
  )
}
