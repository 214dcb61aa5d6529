import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCommand } from '@/components/use-command'
import { controlOf, resolverFor } from '@/lib/forms'
import { hasCode } from '@/lib/http/api-error'
import { type CatalogueItemView, type CatalogueView, saveItem } from '@/lib/resources/catalogue'
import { Panel } from '@/ui/panel'
import { toast } from '@/ui/toast-store'
import { CodePicker } from './code-picker'
import { EditorFrame, MissingFrame } from './editor-frame'
import { NameFields, OfferFields, PeopleFields, PreparingFields } from './item-fields'
import {
  type ItemForm,
  type ItemKind,
  itemFields,
  itemSchema,
  savingsText,
  toItem,
  toItemForm,
} from './item-form'
import { frame as frameTexts, item as texts } from './texts'
import { faultOf, fieldOf, paiseOf } from './typed'

type EditorProps = {
  kind: ItemKind
  /** null: a new one */
  code: string | null
  catalogue: CatalogueView
  /** Looks at the catalogue again, and begins anew */
  onReload: () => void
  onClose: () => void
}

/** Adds or changes a test or package. */
export function ItemEditor({ kind, code, catalogue, ...rest }: EditorProps) {
  // as it was opened: what somebody else saves meanwhile does not replace what is typed, but is refused when it is saved
  const [opened] = useState(catalogue)
  const loaded = code === null ? null : opened.items.find((one) => one.code === code && one.kind === kind)
  if (loaded === undefined) return <MissingFrame onClose={rest.onClose} />
  return <Editor {...rest} {...{ kind, loaded }} catalogue={opened} />
}

type InnerProps = Omit<EditorProps, 'code'> & { loaded: CatalogueItemView | null }

function Editor({ kind, loaded, catalogue, onReload, onClose }: InnerProps) {
  const own = texts.kinds[kind]
  const [isOutdated, setOutdated] = useState(false)
  const form = useForm<ItemForm>({
    resolver: resolverFor(itemSchema),
    defaultValues: toItemForm(loaded, kind),
  })

  const saving = useCommand({
    send: (values: ItemForm) => saveItem(toItem(values, loaded, kind), catalogue.version),
    done(_, { name }) {
      toast.success(own.succeeded, name)
      onClose()
    },
    failed: own.failed,
    onFailure(error) {
      if (hasCode(error, 'wrong-status')) {
        setOutdated(true)
        return true
      }
      const fault = faultOf(error)
      const field = fault && fieldOf(fault, itemFields)
      if (field) form.setError(field, { message: fault.text }, { shouldFocus: true })
      return field !== undefined
    },
  })

  function submit(values: ItemForm) {
    const isTaken = !loaded && catalogue.items.some(({ code }) => code === values.code)
    if (isTaken) form.setError('code', { message: texts.codeTaken }, { shouldFocus: true })
    else return saving.run(values)
  }

  const { errors } = form.formState
  const of = kind === 'test' ? 'parameters' : 'tests'
  const parts = controlOf(form, of)
  const tests = catalogue.items.filter((one) => one.kind === 'test')
  const prices = form
    .watch('tests')
    .flatMap((code) => tests.find((one) => one.code === code)?.price ?? [null])
  return (
    <EditorFrame
      title={loaded?.name ?? own.titleNew}
      description={own.description}
      code={loaded?.code ?? null}
      itself={kind === 'test' ? 'tests' : 'packages'}
      saveLabel={own.save}
      isChanged={form.formState.isDirty}
      busy={saving.busy}
      onSubmit={form.handleSubmit(submit, () => toast.error(own.failed, frameTexts.wrong))}
      {...{ isOutdated, onReload, onClose }}
    >
      <NameFields
        {...{ form, kind }}
        isNew={!loaded}
        categories={[...new Set(catalogue.items.map(({ category }) => category))].toSorted()}
        savings={kind === 'package' ? savingsText(paiseOf(form.watch('price')), prices) : ''}
      />
      <Panel title={own.parts}>
        <div className="grid grid-cols-1 gap-3 p-4 sm:p-5">
          <p className="text-ink-soft">{own.partsHint}</p>
          <CodePicker
            of={of}
            options={kind === 'test' ? catalogue.parameters : tests}
            value={parts.value}
            error={errors[of]?.message}
            onChange={parts.onChange}
          />
        </div>
      </Panel>
      <PreparingFields {...{ form, kind }} />
      <PeopleFields form={form} />
      <OfferFields form={form} />
    </EditorFrame>
  )
}
