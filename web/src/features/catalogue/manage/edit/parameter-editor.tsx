import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { hasCode } from '@/lib/http/api-error'
import { ConfirmButton } from '@/ui/confirm-button'
import { Panel } from '@/ui/panel'
import { toast } from '@/ui/toast-store'
import { type CatalogueParameterView, type CatalogueView, endParameter, saveParameter } from '../calls'
import { EditorFrame, MissingFrame } from './editor-frame'
import { AdultFields, CriticalFields, ResultFields, StabilityFields } from './parameter-fields'
import {
  type ParameterForm,
  parameterAliases,
  parameterFields,
  parameterSchema,
  toParameter,
  toParameterForm,
} from './parameter-form'
import type { LimitRow } from './row-dialog'
import { RowList } from './row-list'
import { frame as frameTexts, parameter as texts } from './texts'
import { faultOf, fieldOf, listOf, wholeOf } from './typed'

type EditorProps = {
  /** null: a new one */
  code: string | null
  catalogue: CatalogueView
  /** Looks at the catalogue again, and begins anew */
  onReload: () => void
  onClose: () => void
}

/** Adds or changes a parameter with its intervals and critical limits. */
export function ParameterEditor({ code, catalogue, ...rest }: EditorProps) {
  // as it was opened: what somebody else saves meanwhile does not replace what is typed, but is refused when it is saved
  const [opened] = useState(catalogue)
  const loaded = code === null ? null : opened.parameters.find((one) => one.code === code)
  if (loaded === undefined) return <MissingFrame onClose={rest.onClose} />
  return <Editor {...rest} loaded={loaded} catalogue={opened} />
}

type Rows = { intervals: LimitRow[]; critical: LimitRow[] }

function rowsOf(loaded: CatalogueParameterView | null, { intervals }: CatalogueView): Rows {
  const own = intervals.filter(({ parameter }) => parameter === loaded?.code)
  const ages = loaded?.criticalAges ?? []
  return {
    intervals: own.map(({ parameter: _, ...row }) => row),
    critical: ages.map((row) => ({ ...row, sex: null, method: null, expected: null, isActive: true })),
  }
}

function bodyOf(form: ParameterForm, { intervals, critical }: Rows, version: string) {
  const ages = critical.map(({ ageFrom, ageTo, low, high, source }) => ({
    ...{ ageFrom, ageTo: ageTo ?? ageFrom, low, high, source },
  }))
  const parameter = toParameter(form, ages)
  return { version, parameter, intervals: intervals.map((row) => ({ ...row, parameter: form.code })) }
}

type InnerProps = Omit<EditorProps, 'code'> & { loaded: CatalogueParameterView | null }

function Editor({ loaded, catalogue, onReload, onClose }: InnerProps) {
  const [rows, setRows] = useState(() => rowsOf(loaded, catalogue))
  const [rowError, setRowError] = useState<string>()
  const [areRowsChanged, setRowsChanged] = useState(false)
  const [isOutdated, setOutdated] = useState(false)
  const form = useForm<ParameterForm>({
    resolver: resolverFor(parameterSchema),
    defaultValues: toParameterForm(loaded),
  })

  function change(some: Partial<Rows>) {
    setRows({ ...rows, ...some })
    setRowsChanged(true)
    setRowError(undefined)
  }

  const saving = useCommand({
    send: (values: ParameterForm) => saveParameter(bodyOf(values, rows, catalogue.version)),
    done(_, { name }) {
      toast.success(texts.succeeded, name)
      onClose()
    },
    failed: texts.failed,
    onFailure(error) {
      if (hasCode(error, 'wrong-status')) {
        setOutdated(true)
        return true
      }
      const fault = faultOf(error)
      if (!fault) return false
      const field = fieldOf(fault, parameterFields, parameterAliases)
      if (field) form.setError(field, { message: fault.text }, { shouldFocus: true })
      else setRowError(fault.text)
      return true
    },
  })
  const ending = useCommand({
    send: (code: string) => endParameter(code),
    succeeded: [texts.ended, loaded?.name ?? ''],
    done: onClose,
    failed: texts.endFailed,
  })

  function submit(values: ParameterForm) {
    const isTaken = !loaded && catalogue.parameters.some(({ code }) => code === values.code)
    if (isTaken) form.setError('code', { message: texts.codeTaken }, { shouldFocus: true })
    else return saving.run(values)
  }

  const [type, options, decimals] = form.watch(['type', 'options', 'decimals'])
  const list = {
    options: type === 'number' ? null : type === 'text' ? [] : listOf(options),
    decimals: wholeOf(decimals, 0, 6) ?? null,
  }
  return (
    <EditorFrame
      title={loaded?.name ?? texts.titleNew}
      description={texts.description}
      code={loaded?.code ?? null}
      actions={
        loaded && (
          <ConfirmButton
            {...texts.endQuestion(loaded.name)}
            loading={ending.busy}
            onConfirm={() => ending.run(loaded.code)}
          >
            {texts.end}
          </ConfirmButton>
        )
      }
      saveLabel={texts.save}
      isChanged={form.formState.isDirty || areRowsChanged}
      busy={saving.busy}
      onSubmit={form.handleSubmit(submit, () => toast.error(texts.failed, frameTexts.wrong))}
      {...{ isOutdated, onReload, onClose }}
    >
      <ResultFields form={form} isNew={!loaded} />
      {type === 'number' && <AdultFields form={form} />}
      <Panel title={texts.sections.intervals}>
        <div className="p-4 sm:p-5">
          <RowList
            kind="reference"
            {...list}
            rows={rows.intervals}
            error={rowError}
            onChange={(intervals) => change({ intervals })}
          />
        </div>
      </Panel>
      {type !== 'text' && <CriticalFields form={form} />}
      {type === 'number' && (
        <Panel title={texts.sections.criticalAges}>
          <div className="p-4 sm:p-5">
            <RowList
              kind="critical"
              {...list}
              rows={rows.critical}
              error={undefined}
              onChange={(critical) => change({ critical })}
            />
          </div>
        </Panel>
      )}
      <StabilityFields form={form} />
    </EditorFrame>
  )
}
