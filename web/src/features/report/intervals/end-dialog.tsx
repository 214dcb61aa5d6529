import { istDate } from '@jaanch/contracts/calendar'
import type { IntervalView } from '@jaanch/report/intervals/api'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { FormDialog } from '@/ui/form-dialog'
import { Line } from '@/ui/form-line'
import { endInterval } from './calls'
import { end as texts } from './texts'

type EndDialogProps = { interval: IntervalView; name: string; onClose: () => void }

/** Ends an interval, or critical limits, of the lab on a day, today or later. */
export function EndDialog({ interval, name, onClose }: EndDialogProps) {
  const today = istDate(new Date())
  const schema = z.object({
    validTo: z.string().refine((date) => /^\d{4}-\d\d-\d\d$/.test(date) && date >= today, texts.wrong),
  })
  const form = useForm({ resolver: resolverFor(schema), defaultValues: { validTo: today } })
  const submit = useFormCommand(form, {
    send: ({ validTo }: z.output<typeof schema>) => endInterval(interval.id, validTo),
    succeeded: [texts.succeeded[interval.kind], name],
    done: onClose,
    failed: texts.failed[interval.kind],
  })
  return (
    <FormDialog {...texts.dialog[interval.kind](name)} isDangerous {...submit} onClose={onClose}>
      <Line {...{ form, texts }} name="validTo" type="date" min={today} />
    </FormDialog>
  )
}
