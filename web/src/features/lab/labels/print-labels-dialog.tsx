import { type LabelFormat, labelFormats, labelsPerSheet } from '@jaanch/contracts/labels'
import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { openFile } from '@/lib/files'
import { fetchLabels } from '@/lib/resources/labels'
import { useStore } from '@/lib/store'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { labelFormat } from './label-settings'
import { labels as texts } from './texts'

export type LabelledPerson = {
  bookingId: string
  tubes: number
  labels?: { prints: number; at: string } | null | undefined
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

export function PrintLabelsDialog({ people, onClose, onPrinted }: PrintLabelsDialogProps) {
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
      onSubmit={(event) => {
        event.preventDefault()
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
