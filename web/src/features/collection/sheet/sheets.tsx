import type { RoundView } from '@jaanch/collection/rounds/api'
import type { ReactNode } from 'react'
import { person as personTexts } from '@/features/booking/staff-bookings/texts'
import { slotText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { phoneText } from '@/lib/format/phone'
import { ageText } from '@/lib/format/text'
import { sheet as sheetTexts, round as texts } from './texts'

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

/** One visit on a page: each person with their tubes, a place for the tube's label and the time at which it was filled. */
export function VisitSheet({ visit }: { visit: RoundView['visits'][number] }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        <Fact name={sheetTexts.time}>{timeText(visit.time)}</Fact>
        <Fact name={sheetTexts.payment}>
          {visit.due > 0 ? sheetTexts.collect(rupeesText(visit.due)) : sheetTexts.paid}
        </Fact>
        <Fact name={sheetTexts.address}>{addressText(visit)}</Fact>
        <Fact name={sheetTexts.contact}>
          {visit.contactNumber ? phoneText(visit.contactNumber) : sheetTexts.none}
        </Fact>
        <Fact name={sheetTexts.fasting}>
          {visit.fastingHours === null ? sheetTexts.noFasting : sheetTexts.fastingHours(visit.fastingHours)}
        </Fact>
        {visit.instructions && <Fact name={sheetTexts.instructions}>{visit.instructions}</Fact>}
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
                {sheetTexts.heads.map((head) => (
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
      <p className="mt-8 border-ink border-t pt-1 text-xs">{sheetTexts.signature}</p>
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

type RoundVisit = RoundView['visits'][number]
type Person = RoundVisit['people'][number]

function timeText(time: RoundVisit['time']): string {
  return time ? slotText(time) : texts.instant
}

/** @returns the whole address, or only the area if the lab may not see more */
function addressText({ address, area, closed }: Pick<RoundVisit, 'address' | 'area' | 'closed'>): string {
  if (!address) return [area, closed].filter(Boolean).join('. ')
  const { line1, line2, landmark, city, pincode } = address
  return [line1, line2, landmark, `${city} ${pincode}`].filter(Boolean).join(', ')
}

/** @returns 'Kamala Patel, 65 years, Female' */
function personText({ patient }: Pick<Person, 'patient'>): string {
  if (!patient) return texts.onePerson
  const { name, age, sex } = patient
  return [name, age === null ? null : ageText(age), sex && personTexts.sexes[sex]].filter(Boolean).join(', ')
}

function tubeText({ specimen, container }: Person['specimens'][number]): string {
  return container ? `${specimen}: ${container}` : specimen
}
