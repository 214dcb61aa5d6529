import type { PackageView } from '@jaanch/contracts/http/packages'
import { usePackage } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { ageText, fastingText, genderText, reportTime, sampleText } from './package-facts'
import { ParameterList } from './parameter-list'
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
      open
      onOpenChange={(open) => !open && onClose()}
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
