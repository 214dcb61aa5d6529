import { rupees } from '@jaanch/contracts/money'
import { useForm } from 'react-hook-form'
import { mutate } from 'swr'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'
import { urlOf } from '@/lib/http/url'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Named } from '@/ui/named'
import * as texts from './texts'

export const cashPath = '/api/lab/cash'

const form = z.object({
  counted: z.string().refine((typed) => typed.trim() !== '' && rupees.safeParse(amountOf(typed)).success, {
    error: texts.count.wrong,
  }),
})

type CountFormProps = { of: Omit<Parameters<typeof countCash>[0], 'counted'>; name: string }

/** Records what somebody handed in, or corrects it. */
export function CountForm({ of, name }: CountFormProps) {
  const { register, handleSubmit, formState, reset } = useForm<z.input<typeof form>>({
    resolver: resolverFor(form),
    defaultValues: { counted: '' },
  })
  const { run, busy } = useCommand({
    send: (counted: number) => countCash({ ...of, counted }),
    succeeded: texts.count.done,
    done: () => reset(),
    failed: texts.count.failed,
  })
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={handleSubmit(({ counted }) => run(amountOf(counted)))}
    >
      <Field
        label={texts.count.field}
        error={formState.errors.counted?.message}
        className="min-w-0 grow basis-32 sm:max-w-44"
      >
        <Input inputMode="decimal" autoComplete="off" {...register('counted')} />
      </Field>
      <Button type="submit" variant="soft" loading={busy} className="mt-7.5">
        <Named of={texts.count.of(name)}>
          {of.replaces === null ? texts.count.save : texts.count.correct}
        </Named>
      </Button>
    </form>
  )
}

/** @param typed such as `1,250.50` @returns rupees; NaN for what is no amount */
function amountOf(typed: string): number {
  return Number(typed.trim().replaceAll(',', ''))
}

/** Records what somebody handed in; given again after a lost answer it changes nothing. */
async function countCash(body: OptionsAt<'POST', typeof cashPath>['body']): Promise<void> {
  try {
    await call('POST', cashPath, { body })
  } finally {
    // also after a conflict: somebody else has counted
    void mutate(urlOf(cashPath, undefined, { date: body.date }))
  }
}
