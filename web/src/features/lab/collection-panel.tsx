import type { CollectionView } from '@jaanch/contracts/http/collection'
import { MapPin, NotebookPen, Phone, TestTubes, UserRound, UtensilsCrossed } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneText } from '@/lib/format/phone'
import { ageText } from '@/lib/format/text'
import { serverText } from '@/lib/http/api-error'
import { useCollection } from '@/lib/resources/bookings'
import { Skeleton } from '@/ui/skeleton'

const gridClass =
  'grid grid-cols-1 gap-x-6 gap-y-3.5 sm:grid-cols-2 xl:grid-cols-[1.1fr_1.5fr_1.1fr_1.2fr_0.8fr]'

type CollectionPanelProps = { bookingId: string; instructions: string | null }

/** What the collector needs: patient, address, contact, tubes. */
export function CollectionPanel({ bookingId, instructions }: CollectionPanelProps) {
  const { data, loading, error } = useCollection(bookingId)
  if (loading) return <PanelSkeleton />
  if (!data) {
    return <ClosedCollection why={serverText(error) ?? 'The collection details could not be loaded.'} />
  }
  return (
    <dl className={gridClass}>
      <Detail label="Patient" icon={<UserRound aria-hidden />}>
        <span className="font-semibold">{data.patient.name}</span>
        <Secondary>{personText(data.patient)}</Secondary>
      </Detail>
      <Detail label="Address" icon={<MapPin aria-hidden />}>
        <Address address={data.address} />
      </Detail>
      <Detail label="Contact" icon={<Phone aria-hidden />}>
        {data.contactNumber ? (
          <a
            href={`tel:${data.contactNumber}`}
            className="-my-2 inline-flex min-h-11 items-center rounded-md font-semibold text-brand-ink underline decoration-brand/40 underline-offset-4 hover:decoration-brand sm:min-h-0 sm:py-2"
          >
            {phoneText(data.contactNumber)}
          </a>
        ) : (
          'No number given'
        )}
      </Detail>
      <Detail label="Specimens and tubes" icon={<TestTubes aria-hidden />}>
        <ul>
          {data.specimens.map(({ specimen, container }) => (
            <li key={`${specimen} ${container}`}>
              {specimen}
              {container && <span className="text-ink-soft">: {container}</span>}
            </li>
          ))}
        </ul>
      </Detail>
      <Detail label="Fasting" icon={<UtensilsCrossed aria-hidden />}>
        {fastingText(data)}
      </Detail>
      {instructions && (
        <Detail label="Instructions" icon={<NotebookPen aria-hidden />} fullWidth>
          {instructions}
        </Detail>
      )}
    </dl>
  )
}

export function ClosedCollection({ why }: { why: string }) {
  return <p className="text-ink-soft text-xs">{why}</p>
}

function Address({ address }: Pick<CollectionView, 'address'>) {
  if (!address) return 'No address given: please call'
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

function PanelSkeleton() {
  return (
    <div role="status" aria-label="Loading the collection details" className={gridClass}>
      {['w-2/3', 'w-full', 'w-1/2', 'w-3/4', 'w-1/3'].map((width) => (
        <div key={width} className="h-12">
          <Skeleton className="h-4 w-20" />
          <Skeleton className={`mt-2 h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}

const sexes = { male: 'Male', female: 'Female', other: 'Other' } as const

function personText({ age, sex, relationship }: CollectionView['patient']): string {
  const relation = relationship === 'Self' ? 'The customer' : `${relationship} of the customer`
  return [age === null ? null : ageText(age), sex && sexes[sex], relation].filter(Boolean).join(', ')
}

function fastingText({ fastingRequired, fastingHours }: CollectionView): string {
  if (!fastingRequired) return 'Not required'
  return fastingHours === null ? 'Required' : `Required, ${fastingHours} hours`
}
