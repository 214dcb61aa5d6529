import type { PackageView } from '@jaanch/contracts/http/packages'
import { fastingText, reportTime, sampleText, usePackageDefaults } from '@/components/package/package-facts'
import { Price } from '@/components/package/price'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { DescriptionList } from '@/ui/description-list'
import { facts as texts } from '../texts'

export function DetailsStep({ item }: { item: PackageView }) {
  const time = reportTime(item, usePackageDefaults())
  const facts = [
    [texts.tests, item.testsIncluded],
    ...(time === null ? [] : [[texts.reportTime, time] as const]),
    [texts.sample, sampleText(item)],
    [texts.fasting, fastingText(item, '8-12')],
  ] as const
  return (
    <Card className="p-5 sm:p-7">
      <Badge variant="brand">{item.category}</Badge>
      <h1 className="mt-3 font-bold text-xl outline-none">{item.name}</h1>
      <p className="mt-2 text-ink-soft">{item.description}</p>
      <DescriptionList layout="tile" items={facts} className="mt-6 grid-cols-2 gap-3" />
      {item.preparationInstructions && (
        <div className="mt-6">
          <h2 className="font-semibold">{texts.preparation}</h2>
          <p className="mt-1 text-ink-soft">{item.preparationInstructions}</p>
        </div>
      )}
      <Price price={item.price} originalPrice={item.originalPrice} className="mt-6 border-t pt-5" />
    </Card>
  )
}
