import type { PackageView } from '@jaanch/catalogue/packages/api'
import { istDate } from '@jaanch/contracts/calendar'
import { usePackage } from '@/features/catalogue/packages-calls'
import { useList } from '@/lib/cache/use-resource'
import { dateText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { ageText, fastingText, genderText, reportTime, sampleText, usePackageDefaults } from './package-facts'
import { Price } from './price'

const texts = {
  tests: 'Tests included',
  sample: 'Sample type',
  report: 'Report delivery',
  fasting: 'Fasting',
  age: 'Age',
  gender: 'Gender',
  book: 'Book Now',
  preparation: 'Preparation instructions',
  parameters: 'Parameters covered',
  each: (price: string) => `${price} for each parameter`,
  prices: 'Price history',
  since: (price: string, date: string) => `${price} since ${date}`,
}

type PackageDetailsProps = { item: PackageView; onClose: () => void; onBook: () => void }

export function PackageDetails({ item, onClose, onBook }: PackageDetailsProps) {
  const { data, loading } = usePackage(item.id)
  const shown = data ?? item
  const time = reportTime(shown, usePackageDefaults())
  const facts = [
    [texts.tests, shown.testsIncluded],
    [texts.sample, sampleText(shown)],
    ...(time === null ? [] : [[texts.report, time] as const]),
    [texts.fasting, fastingText(shown, '8')],
    [texts.age, ageText(shown)],
    [texts.gender, genderText(shown)],
  ] as const
  return (
    <Dialog
      onClose={onClose}
      title={shown.name}
      description={shown.description}
      className="sm:max-w-2xl"
      footer={
        <>
          <Price price={shown.price} originalPrice={shown.originalPrice} className="mr-auto" />
          <Button onClick={onBook}>{texts.book}</Button>
        </>
      }
    >
      <DescriptionList layout="tile" items={facts} className="grid-cols-2 gap-3 sm:grid-cols-3" />
      {shown.preparationInstructions && (
        <section className="mt-5">
          <h3 className="font-semibold">{texts.preparation}</h3>
          <p className="mt-1 text-ink-soft">{shown.preparationInstructions}</p>
        </section>
      )}
      <ParameterList parameters={shown.testParameters} price={shown.price} loading={loading} />
      <PriceHistory id={item.id} />
    </Dialog>
  )
}

type ParameterListProps = {
  parameters: PackageView['testParameters']
  /** Rupees */
  price: number
  loading: boolean
}

function ParameterList({ parameters, price, loading }: ParameterListProps) {
  if (loading) return <Skeleton className="mt-5 h-40 w-full" />
  if (parameters.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-semibold">
        {texts.parameters} <span className="font-normal text-ink-soft">({parameters.length})</span>
      </h3>
      {parameters.length > 1 && (
        <p className="mt-0.5 text-ink-soft text-xs tabular-nums">
          {texts.each(rupeesText(Math.round((price / parameters.length) * 100) / 100))}
        </p>
      )}
      <ul className="mt-2 divide-y rounded-lg border">
        {parameters.map((parameter) => (
          <li key={parameter.name} className="flex justify-between gap-4 px-3.5 py-2">
            <span className="min-w-0">{parameter.name}</span>
            <span className="shrink-0 text-right text-ink-soft text-xs leading-6 tabular-nums">
              {parameter.normalRange} {parameter.unit}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Small: since when it costs what it costs, and what it cost before. Nothing while that is not known. */
function PriceHistory({ id }: { id: string }) {
  const { rows } = usePriceHistory(id)
  if (rows.length === 0) return null
  return (
    <section className="mt-5 text-ink-soft text-xs">
      <h3 className="font-semibold">{texts.prices}</h3>
      <ul className="mt-1 grid gap-1 tabular-nums">
        {rows.map(({ price, since }) => (
          <li key={since}>{texts.since(rupeesText(price), dateText(istDate(new Date(since))))}</li>
        ))}
      </ul>
    </section>
  )
}

/** The prices that a package had, newest first. */
function usePriceHistory(id: string) {
  return useList('/api/packages/:id/prices', { params: { id } })
}
