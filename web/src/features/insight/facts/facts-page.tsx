import { type FactId, factGroups, factIds, factNames, facts } from '@jaanch/insight/facts/all'
import { type AdminFacts, type AllStatedFacts, factValue } from '@jaanch/insight/facts/api'
import type { Fact } from '@jaanch/insight/facts/facts'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { z } from 'zod'
import { useCommand } from '@/components/use-command'
import { refreshAdminFacts, setFacts, useAdminFacts } from '@/features/insight/facts-calls'
import { controlOf, resolverFor } from '@/lib/forms'
import { hasCode, serverText } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { Segmented } from '@/ui/segmented'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

const texts = {
  heading: {
    title: 'Facts',
    description: 'What this installation says of itself, in place of the specification.',
  },
  notLoaded: 'The facts could not be loaded.',
  specified: (text: string) => `The specification says “${text}”.`,
  choice: (name: string) => `How to show ${name}`,
  choices: { specified: 'As specified', own: 'Own value', hidden: 'Hidden' },
  own: (name: string) => `Own value of ${name}`,
  wrong: {
    text: 'Please enter up to 120 characters',
    figure: 'Please enter up to 24 characters',
    rating: 'Please enter a number from 0.0 to 5.0',
    count: 'Please enter a whole number below 1,000',
  } satisfies Record<Fact['kind'], string>,
  confirm: 'If a text of the specification is true here, enter it as the own value.',
  save: 'Save all',
  saved: 'Facts saved',
  failed: 'Failed to save the facts',
  mixed: 'What they changed is shown now; what you changed is kept.',
}

export const choices = ['specified', 'own', 'hidden'] as const

type Entry = { choice: (typeof choices)[number]; own: string }

type FactsForm = Record<FactId, Entry>

const entryOf = (id: FactId) =>
  z
    .object({ choice: z.enum(choices), own: z.string() })
    .refine(({ choice, own }) => choice !== 'own' || factValue(id).safeParse(own).success, {
      path: ['own'],
      message: texts.wrong[facts[id].kind],
    })

const byFact = <Value,>(make: (id: FactId) => Value) =>
  Object.fromEntries(factIds.map((id) => [id, make(id)])) as Record<FactId, Value>

const factsSchema = z.object(byFact(entryOf))

function formOf(stated: AllStatedFacts): FactsForm {
  return byFact((id): Entry => {
    const value = stated[id]
    if (value === undefined) return { choice: 'specified', own: '' }
    return value === null ? { choice: 'hidden', own: '' } : { choice: 'own', own: value }
  })
}

/** @returns what differs from the specification; null for what is hidden */
function statedOf(form: FactsForm): AllStatedFacts {
  const differing = factIds.filter((id) => form[id].choice !== 'specified')
  return Object.fromEntries(
    differing.map((id) => [id, form[id].choice === 'hidden' ? null : form[id].own]),
  ) as AllStatedFacts
}

/** Admins decide which of the specification's facts are true here. */
export function FactsPage() {
  const { data, error } = useAdminFacts()
  return (
    <>
      <PageHeading {...texts.heading} />
      {data ? (
        <Facts stored={data} />
      ) : error ? (
        <p>{serverText(error) ?? texts.notLoaded}</p>
      ) : (
        <Skeleton className="h-[60rem] max-w-3xl" />
      )}
    </>
  )
}

function Facts({ stored }: { stored: AdminFacts }) {
  const form = useForm<FactsForm>({
    resolver: resolverFor(factsSchema),
    values: formOf(stored.facts),
    // what somebody else saved meanwhile comes in beside what is being entered
    resetOptions: { keepDirtyValues: true },
  })
  const { run, busy } = useCommand({
    send: (entered: FactsForm) => setFacts({ version: stored.version, facts: statedOf(entered) }),
    succeeded: texts.saved,
    done: (saved) => form.reset(formOf(saved.facts)),
    failed: texts.failed,
    isRepeatable: false,
    async onFailure(error) {
      if (!hasCode(error, 'conflict')) return false
      toast.error(serverText(error) ?? texts.failed, texts.mixed)
      await refreshAdminFacts()
      return true
    },
  })
  return (
    <form
      noValidate
      className="grid max-w-3xl grid-cols-1 gap-4"
      onSubmit={form.handleSubmit((entered) => run(entered))}
    >
      {factGroups.map(({ page, facts: own }) => (
        <Panel key={page} title={page}>
          <ul className="divide-y">
            {(Object.keys(own) as FactId[]).map((id) => (
              <FactRow key={id} id={id} form={form} />
            ))}
          </ul>
        </Panel>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button type="submit" loading={busy} className="max-sm:w-full">
          {texts.save}
        </Button>
        <p className="text-ink-soft">{texts.confirm}</p>
      </div>
    </form>
  )
}

function FactRow({ id, form }: { id: FactId; form: UseFormReturn<FactsForm> }) {
  const name = factNames[id]
  const { value: choice, onChange } = controlOf(form, `${id}.choice`)
  return (
    <li className="grid gap-3 px-4 py-4 sm:px-5">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <h3 className="font-semibold">{name}</h3>
          <p className="text-ink-soft text-xs [overflow-wrap:anywhere]">
            {texts.specified(facts[id].specified)}
          </p>
        </div>
        <Segmented label={texts.choice(name)} value={choice} onChange={onChange} options={options} />
      </div>
      {choice === 'own' && (
        <Field label={texts.own(name)} error={form.formState.errors[id]?.own?.message}>
          <Input maxLength={120} {...form.register(`${id}.own`)} />
        </Field>
      )}
    </li>
  )
}

const options = choices.map((value) => ({ value, label: texts.choices[value] }))
