import type { PackageView } from '@jaanch/catalogue/packages/api'
import { TriangleAlert } from 'lucide-react'
import { fastingText } from './package-facts'

type FastingWarningProps = {
  item: PackageView
  /** How to make it easier */
  advice: string
}

export function FastingWarning({ item, advice }: FastingWarningProps) {
  if (!item.fastingRequired) return null
  return (
    <p className="mb-5 flex gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span>
        <strong className="font-semibold">Fasting required:</strong> nothing but water for{' '}
        {fastingText(item, '8-12')} before the collection. {advice}
      </span>
    </p>
  )
}
