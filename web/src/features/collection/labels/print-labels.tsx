import { type LabelFormat, labelFormats, labelsPerSheet } from '@jaanch/collection/labels/rules'
import { istDate } from '@jaanch/contracts/calendar'
import { Tags } from 'lucide-react'
import { useState } from 'react'
import { tubesText } from '@/components/custody/texts'
import { useDialogCommand } from '@/components/use-command'
import { fetchLabels } from '@/features/collection/tubes/calls'
import { openFile } from '@/lib/files'
import { clockText, dayAndTimeText } from '@/lib/format/dates'
import { createStoredSetting } from '@/lib/storage'
import { useStore } from '@/lib/store'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { Named } from '@/ui/named'
import { RadioCards } from '@/ui/radio-cards'

const times = (prints: number) => (prints === 2 ? 'twice' : `${prints} times`)

const texts = {
  print: 'Print labels',
  title: 'Print labels',
  description: (tubes: number, people: number) =>
    `${tubesText(tubes)} of ${people === 1 ? '1 person' : `${people} people`}. Print at actual size (100 %), without margins.`,
  format: 'Labels',
  formats: {
    sheet: ['Sheet', `A4 with ${labelsPerSheet} labels of 70 × 37 mm, such as Avery 3474`],
    roll: ['Roll', 'Label printer, labels of 50 × 25 mm'],
  },
  start: 'First unused label',
  startHint: `1 on a new sheet. Counted from left to right, 1 to ${labelsPerSheet}.`,
  startWrong: `Enter a number from 1 to ${labelsPerSheet}`,
  open: 'Open PDF',
  failed: 'The labels could not be made',
  fileName: 'jaanch-labels.pdf',
  /** @param prints of one person @param last such as '10:42 am' */
  printed: (prints: number, last: string) =>
    prints === 1 ? `Printed at ${last}` : `Printed ${times(prints)}, last at ${last}`,
  printedFor: (printed: number, people: number, last: string) =>
    `Printed for ${printed} of ${people} people, last at ${last}`,
}

/** How often the labels of a person were printed, and the last time */
type Prints = { prints: number; at: string } | null | undefined

type LabelledPerson = { bookingId: string; tubes: number; labels?: Prints }

type PrintLabelsProps = {
  /** The people whom the lab may see, in the order of the round */
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
      <Button
        icon={Tags}
        variant="outline"
        size={size}
        disabled={people.length === 0}
        onClick={() => setIsOpen(true)}
      >
        {of ? <Named of={of}>{texts.print}</Named> : texts.print}
      </Button>
      {printed && <span className="text-ink-soft text-xs">{printed}</span>}
      {isOpen && <PrintLabelsDialog people={people} onClose={() => setIsOpen(false)} onPrinted={onPrinted} />}
    </div>
  )
}

type PrintLabelsDialogProps = {
  people: readonly LabelledPerson[]
  onClose: () => void
  onPrinted?: (() => unknown) | undefined
}

const options = labelFormats.map((value) => {
  const [label, description] = texts.formats[value]
  return { value, label, description }
})

function PrintLabelsDialog({ people, onClose, onPrinted }: PrintLabelsDialogProps) {
  const format = useStore(labelFormat)
  const [start, setStart] = useState('1')
  const [isTried, setIsTried] = useState(false)
  const place = format === 'sheet' ? Number(start) : 1
  const isWrong = !(Number.isInteger(place) && place >= 1 && place <= labelsPerSheet)
  const { run, busy } = useDialogCommand({
    send: () => {
      const bookings = people.map(({ bookingId }) => bookingId)
      return openFile(() => fetchLabels({ bookings, format, start: place }), texts.fileName)
    },
    done() {
      onClose()
      return onPrinted?.()
    },
    failed: texts.failed,
  })
  const tubes = people.reduce((sum, person) => sum + person.tubes, 0)

  return (
    <FormDialog
      title={texts.title}
      description={texts.description(tubes, people.length)}
      submitLabel={texts.open}
      isSubmitting={busy}
      onSubmit={() => {
        setIsTried(true)
        if (!isWrong) void run()
      }}
      onClose={onClose}
    >
      <RadioCards
        label={texts.format}
        value={format}
        onChange={(value) => labelFormat.set(value as LabelFormat)}
        options={options}
      />
      {format === 'sheet' && (
        <Field
          label={texts.start}
          hint={texts.startHint}
          error={isTried && isWrong ? texts.startWrong : undefined}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={labelsPerSheet}
            className="w-28"
            value={start}
            onChange={({ target }) => setStart(target.value)}
          />
        </Field>
      )}
    </FormDialog>
  )
}

/** @param people those whose labels are printed together @returns undefined before the first print */
export function printedText(people: readonly Prints[], now = new Date()): string | undefined {
  const printed = people.filter((each) => each !== null && each !== undefined)
  const last = printed
    .map(({ at }) => at)
    .sort()
    .at(-1)
  if (last === undefined) return undefined
  const at = new Date(last)
  const time = istDate(at) === istDate(now) ? clockText(at) : dayAndTimeText(last)
  if (printed.length < people.length) return texts.printedFor(printed.length, people.length, time)
  return texts.printed(Math.max(...printed.map(({ prints }) => prints)), time)
}

/** The kind of labels that this browser's user prints on */
export const labelFormat = createStoredSetting<LabelFormat>(
  'label-format',
  (stored) => labelFormats.find((format) => format === stored) ?? 'sheet',
)
