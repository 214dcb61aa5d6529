import type { RoundView } from '@jaanch/contracts/http/collection'
import type { ReactNode } from 'react'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { addressText, personText, timeText, tubeText } from './round-texts'
import { sheet as texts } from './texts'

/** One visit on a page: each person with their tubes, a place for the tube's label and the time at which it was filled. */
export function VisitSheet({ visit }: { visit: RoundView['visits'][number] }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        <Fact name={texts.time}>{timeText(visit.time)}</Fact>
        <Fact name={texts.payment}>{visit.due > 0 ? texts.collect(rupeesText(visit.due)) : texts.paid}</Fact>
        <Fact name={texts.address}>{addressText(visit)}</Fact>
        <Fact name={texts.contact}>{visit.contactNumber ? phoneText(visit.contactNumber) : texts.none}</Fact>
        <Fact name={texts.fasting}>
          {visit.fastingHours === null ? texts.noFasting : texts.fastingHours(visit.fastingHours)}
        </Fact>
        {visit.instructions && <Fact name={texts.instructions}>{visit.instructions}</Fact>}
      </dl>
      {visit.people.map((person) => (
        <section key={person.bookingId} className="mt-5 break-inside-avoid">
          <h2 className="border-ink border-b font-bold text-base">
            {personText(person)} <span className="whitespace-nowrap font-normal">{person.orderNumber}</span>
          </h2>
          <p className="my-1.5">{person.tests.join(', ')}</p>
          <table className="w-full border-collapse text-left text-xs">
            <thead>
              <tr>
                {texts.heads.map((head) => (
                  <th key={head} scope="col" className="border border-line-strong px-2 py-1 font-bold">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {person.specimens.map((tube) => (
                <tr key={`${tube.specimen} ${tube.container}`} className="h-11">
                  <td className="border border-line-strong px-2">{tubeText(tube)}</td>
                  <td className="border border-line-strong px-2">{tube.tests.join(', ')}</td>
                  <td className="w-40 border border-line-strong" />
                  <td className="w-24 border border-line-strong" />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p className="mt-8 border-ink border-t pt-1 text-xs">{texts.signature}</p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs">{name}</dt>
      <dd className="font-bold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
