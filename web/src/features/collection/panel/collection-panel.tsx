import type { CollectionView } from '@jaanch/collection/rounds/api'
import { MapPin, NotebookPen, Phone, Tags, TestTubes, UserRound, UtensilsCrossed } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCollection } from '@/features/booking/bookings-calls'
import { personTexts } from '@/features/booking/staff-bookings/texts'
import { cn } from '@/lib/class-names'
import { phoneText } from '@/lib/format/phone'
import { ageText } from '@/lib/format/text'
import { serverText } from '@/lib/http/api-error'
import { PrintLabels } from '../labels/print-labels'
import { ClosedCollection, gridClass, PanelSkeleton, texts } from './collection-frame'

type CollectionPanelProps = {
  bookingId: string
  /** The panel stands on the card of the whole visit: nobody is marked as the person of the booking */
  isOfVisit?: boolean
}

/** Shows the collector the patient, the address, the contact and the tubes. */
export function CollectionPanel({ bookingId, isOfVisit = false }: CollectionPanelProps) {
  const { data, loading, error, mutate } = useCollection(bookingId)
  if (loading) return <PanelSkeleton />
  if (!data) {
    return <ClosedCollection why={serverText(error) ?? texts.failed} bookings={[]} />
  }
  const { people } = data
  const isTogether = people.length > 1
  return (
    <dl className={gridClass}>
      {!(isTogether && isOfVisit) && (
        <Detail label={texts.patient} icon={<UserRound aria-hidden />}>
          <span className="font-semibold">{data.patient.name}</span>
          <Secondary>{personText(data.patient)}</Secondary>
        </Detail>
      )}
      <Detail label={texts.address} icon={<MapPin aria-hidden />}>
        <Address address={data.address} />
      </Detail>
      <Detail label={texts.contact} icon={<Phone aria-hidden />}>
        {data.contactNumber ? (
          <a
            href={`tel:${data.contactNumber}`}
            className="-my-2 inline-flex min-h-11 items-center rounded-md font-semibold text-brand-ink underline decoration-brand/40 underline-offset-4 hover:decoration-brand pointer-fine:sm:min-h-0 sm:py-2"
          >
            {phoneText(data.contactNumber)}
          </a>
        ) : (
          texts.noContact
        )}
      </Detail>
      {!isTogether && (
        <Detail label={texts.tubes} icon={<TestTubes aria-hidden />}>
          <Tubes tubes={data.specimens} />
        </Detail>
      )}
      <Detail label={texts.fasting} icon={<UtensilsCrossed aria-hidden />}>
        {fastingText(data)}
      </Detail>
      {isTogether && <Everybody bookingId={isOfVisit ? null : bookingId} people={people} />}
      <Detail label={texts.labels} icon={<Tags aria-hidden />} fullWidth>
        <PrintLabels
          people={people.map((person) => ({ ...person, tubes: person.specimens.length }))}
          size="sm"
          of={people.map(({ name }) => name).join(', ')}
          onPrinted={mutate}
        />
      </Detail>
      {data.instructions && (
        <Detail label={texts.instructions} icon={<NotebookPen aria-hidden />} fullWidth>
          {data.instructions}
        </Detail>
      )}
    </dl>
  )
}

type EverybodyProps = { bookingId: string | null; people: CollectionView['people'] }

/** The people of a visit: their tubes are filled one person after the other. */
function Everybody({ bookingId, people }: EverybodyProps) {
  const tubes = people.reduce((sum, { specimens }) => sum + specimens.length, 0)
  return (
    <Detail label={texts.tubesOf(tubes, people.length)} icon={<TestTubes aria-hidden />} fullWidth>
      <ul className="mt-1.5 grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {people.map((person) => (
          <li
            key={person.bookingId}
            className={cn(
              'rounded-lg border bg-surface p-3',
              person.bookingId === bookingId && 'border-brand ring-1 ring-brand',
            )}
          >
            <span className="font-semibold">{person.name}</span>
            <Secondary>
              {personText(person)}
              {person.bookingId === bookingId && ` · ${texts.thisBooking}`}
            </Secondary>
            <Tubes tubes={person.specimens} />
          </li>
        ))}
      </ul>
    </Detail>
  )
}

/** In the order of draw; with the names of the tests where a tube serves several. */
function Tubes({ tubes }: { tubes: CollectionView['specimens'] }) {
  return (
    <ol>
      {tubes.map(({ specimen, container, tests }) => (
        <li key={`${specimen} ${container}`}>
          {specimen}
          {container && <span className="text-ink-soft">: {container}</span>}
          {tests.length > 1 && <Secondary>{texts.tests(tests)}</Secondary>}
        </li>
      ))}
    </ol>
  )
}

function Address({ address }: Pick<CollectionView, 'address'>) {
  if (!address) return texts.noAddress
  return (
    <>
      {[address.line1, address.line2].filter(Boolean).join(', ')}
      <Secondary>{[address.landmark, address.city, address.pincode].filter(Boolean).join(', ')}</Secondary>
    </>
  )
}

type DetailProps = { label: string; icon: ReactNode; fullWidth?: boolean; children: ReactNode }

function Detail({ label, icon, fullWidth = false, children }: DetailProps) {
  return (
    <div className={fullWidth ? 'min-w-0 sm:col-span-2 xl:col-span-5' : 'min-w-0'}>
      <dt className="flex items-center gap-1.5 text-ink-soft text-xs [&_svg]:size-4 [&_svg]:text-brand-ink">
        {icon}
        {label}
      </dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Secondary({ children }: { children: ReactNode }) {
  return <span className="block text-ink-soft text-xs">{children}</span>
}

function personText({
  age,
  sex,
  relationship,
}: Pick<CollectionView['patient'], 'age' | 'sex' | 'relationship'>): string {
  const relation = relationship === 'Self' ? texts.customer : texts.relative(relationship)
  return [age === null ? null : ageText(age), sex && personTexts.sexes[sex], relation]
    .filter(Boolean)
    .join(', ')
}

function fastingText({ fastingRequired, fastingHours }: CollectionView): string {
  if (!fastingRequired) return texts.noFasting
  return fastingHours === null ? texts.fastingRequired : texts.fastingHours(fastingHours)
}
