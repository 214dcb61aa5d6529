import { Tags } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/ui/button'
import { Named } from '@/ui/named'
import { type LabelledPerson, PrintLabelsDialog } from './print-labels-dialog'
import { printedText } from './printed-text'
import { labels as texts } from './texts'

type PrintLabelsProps = {
  /** Whom the lab may see, in the order of the round */
  people: readonly LabelledPerson[]
  size?: 'md' | 'sm'
  /** For screen readers, where several buttons are on a page */
  of?: string
  /** After the PDF was made: the print is recorded */
  onPrinted?: () => unknown
}

/** Prints the labels of the tubes of these people, and says whether that was done before. */
export function PrintLabels({ people, size = 'md', of, onPrinted }: PrintLabelsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const printed = printedText(people.map(({ labels }) => labels))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="outline" size={size} disabled={people.length === 0} onClick={() => setIsOpen(true)}>
        <Tags aria-hidden />
        {of ? <Named of={of}>{texts.print}</Named> : texts.print}
      </Button>
      {printed && <span className="text-ink-soft text-xs">{printed}</span>}
      {isOpen && <PrintLabelsDialog people={people} onClose={() => setIsOpen(false)} onPrinted={onPrinted} />}
    </div>
  )
}
