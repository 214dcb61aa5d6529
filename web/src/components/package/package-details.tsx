import type { PackageView } from '@jaanch/contracts/http/packages'
import { usePackage } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { ageText, fastingText, genderText, reportTime, sampleText } from './package-facts'
import { Price } from './price'

type PackageDetailsProps = { item: PackageView; onClose: () => void; onBook: () => void }

export function PackageDetails({ item, onClose, onBook }: PackageDetailsProps) {
  const { data, loading } = usePackage(item.id)
  const shown = data ?? item
  const facts = [
    ['Tests included', shown.testsIncluded],
    ['Sample type', sampleText(shown)],
    ['Report delivery', reportTime(shown)],
    ['Fasting', fastingText(shown, '8')],
    ['Age', ageText(shown)],
    ['Gender', genderText(shown)],
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
          <Button onClick={onBook}>Book Now</Button>
        </>
      }
    >
      <DescriptionList layout="tile" items={facts} className="grid-cols-2 gap-3 sm:grid-cols-3" />
      {shown.preparationInstructions && (
        <section className="mt-5">
          <h3 className="font-semibold">Preparation instructions</h3>
          <p className="mt-1 text-ink-soft">{shown.preparationInstructions}</p>
        </section>
      )}
      <ParameterList parameters={shown.testParameters} loading={loading} />
    </Dialog>
  )
}

type ParameterListProps = { parameters: PackageView['testParameters']; loading: boolean }

function ParameterList({ parameters, loading }: ParameterListProps) {
  if (loading) return <Skeleton className="mt-5 h-40 w-full" />
  if (parameters.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-semibold">
        Parameters covered <span className="font-normal text-ink-soft">({parameters.length})</span>
      </h3>
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
