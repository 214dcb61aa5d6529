import type { HealthTrend } from '@jaanch/contracts/http/health-trends'
import { Card } from '@/ui/card'
import { variation as texts } from './texts'
import { percentText } from './values'

/** What a reference change value is, in plain words, and what it says about the last change. */
export function VariationNote({ trend: { name, decimals, variation, change } }: { trend: HealthTrend }) {
  // a text has no size
  if (decimals === null) return <p className="text-ink-soft text-xs">{texts.advice}</p>
  return (
    <Card className="break-inside-avoid p-4 sm:p-5">
      <h2 className="font-semibold text-base">{texts.title}</h2>
      <div className="mt-1.5 grid max-w-prose gap-2">
        <p>{variation ? texts.known(name, percentText(variation.percent)) : texts.unknown(name)}</p>
        {change && <p>{judgement(change)}</p>}
        {variation && (
          <p className="text-ink-soft text-xs">
            {texts.basis(percentText(variation.withinPerson), percentText(variation.measurement))}{' '}
            {texts.source}:{' '}
            <a href={variation.url} target="_blank" rel="noreferrer" className="text-brand-ink underline">
              {variation.source}
            </a>
          </p>
        )}
        <p className="text-ink-soft text-xs">{texts.advice}</p>
      </div>
    </Card>
  )
}

function judgement({
  percent,
  isReal,
  isOtherLab,
  isOtherMethod,
}: NonNullable<HealthTrend['change']>): string {
  const size =
    isReal !== null && percent !== null && (isReal ? texts.exceeded : texts.within)(percentText(percent))
  return [size, isOtherMethod && texts.otherMethod, isOtherLab && texts.otherLab].filter(Boolean).join(' ')
}
