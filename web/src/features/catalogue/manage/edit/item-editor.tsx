import { genderRestrictions } from '@jaanch/contracts/vocabulary'
import { Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { controlOf, resolverFor } from '@/lib/forms'
import { Choice } from '@/ui/form-choice'
import { Line, Paragraph } from '@/ui/form-line'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { SearchInput } from '@/ui/search-input'
import { Segmented } from '@/ui/segmented'
import { Switch } from '@/ui/switch'
import { type CatalogueItem, saveItem } from '../calls'
import { isFound } from '../describe'
import { EditorFrame, type EditorProps, listLength, MissingFrame, Section, useSaving } from './editor-frame'
import {
  type FastingMode,
  type ItemForm,
  type ItemKind,
  itemFields,
  itemSchema,
  savingsText,
  toItem,
  toItemForm,
} from './item-form'
import { itemTexts, pickerTexts } from './texts'
import { fieldOf, paiseOf } from './typed'

type ItemEditorProps = EditorProps & { kind: ItemKind }

/** Adds or changes a test or package. */
export function ItemEditor({ kind, code, catalogue, ...rest }: ItemEditorProps) {
  // as it was opened: what somebody else saves meanwhile does not replace what is typed, but is refused when it is saved
  const [opened] = useState(catalogue)
  const loaded = code === null ? null : opened.items.find((one) => one.code === code && one.kind === kind)
  if (loaded === undefined) return <MissingFrame onClose={rest.onClose} />
  return <Editor {...rest} {...{ kind, loaded }} catalogue={opened} />
}

type InnerProps = Omit<ItemEditorProps, 'code'> & { loaded: CatalogueItem | null }

function Editor({ kind, loaded, catalogue, onReload, onClose }: InnerProps) {
  const own = itemTexts.kinds[kind]
  const form = useForm<ItemForm>({
    resolver: resolverFor(itemSchema),
    defaultValues: toItemForm(loaded, kind),
  })
  const saving = useSaving({
    form,
    takenCodes: loaded ? [] : catalogue.items.map(({ code }) => code),
    send: (values) => saveItem(toItem(values, loaded, kind), catalogue.version),
    texts: { ...itemTexts, ...own },
    fieldAt: (fault) => fieldOf(fault, itemFields),
    onClose,
  })

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
      onReload={onReload}
      {...saving}
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

type Option = { code: string; name: string; synonyms: readonly string[] }

type CodePickerProps = {
  of: 'parameters' | 'tests'
  options: readonly Option[]
  /** Codes, in their order */
  value: readonly string[]
  error: string | undefined
  onChange: (codes: string[]) => void
}

/** So many are shown: who looks for another one types more of its name */
const mostFound = 8

const rowClass = 'flex min-h-11 items-center gap-3 rounded-lg border bg-surface py-1 pr-1 pl-3'

const buttonClass =
  'inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-lg px-3 font-semibold text-xs hover:bg-sunken [&_svg]:size-4'

/** Chooses parameters or tests of the catalogue by name, code or synonym. */
function CodePicker({ of, options, value, error, onChange }: CodePickerProps) {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const byCode = new Map(options.map((option) => [option.code, option]))
  const isSearching = query.trim() !== ''
  const found = isSearching
    ? options.filter((option) => !value.includes(option.code) && isFound(option, query.trim()))
    : []
  const shown = found.slice(0, mostFound)

  function choose(codes: string[]) {
    onChange(codes)
    // the button that was pressed is gone
    search.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      {error && (
        <p role="alert" className="text-error text-xs">
          {error}
        </p>
      )}
      <SearchInput
        ref={search}
        aria-label={pickerTexts.search[of]}
        placeholder={pickerTexts.example}
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
        onKeyDown={(event) => {
          // the form is not sent by it: the first one that is found is added
          if (event.key !== 'Enter') return
          event.preventDefault()
          const [first] = found
          if (!first) return
          onChange([...value, first.code])
          setQuery('')
        }}
      />
      <p role="status" className="text-ink-soft text-xs tabular-nums">
        {isSearching ? pickerTexts.found(found.length, shown.length) : pickerTexts.count(value.length)}
      </p>
      {shown.length > 0 && (
        <ul aria-label={pickerTexts.results} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {shown.map(({ code, name }) => (
            <li key={code} className={rowClass}>
              <Label name={name} code={code} />
              <button
                type="button"
                className={`${buttonClass} text-brand-ink`}
                onClick={() => choose([...value, code])}
              >
                <Plus aria-hidden />
                <Named of={name}>{pickerTexts.add}</Named>
              </button>
            </li>
          ))}
        </ul>
      )}
      {value.length === 0 && !isSearching && <p className="text-ink-soft">{pickerTexts.noneChosen}</p>}
      {value.length > 0 && (
        <ul aria-label={pickerTexts.chosen[of]} className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {value.map((code) => (
            <li key={code} className={`${rowClass} bg-sunken/50`}>
              <Label name={byCode.get(code)?.name ?? pickerTexts.unknown} code={code} />
              <button
                type="button"
                className={`${buttonClass} text-ink-soft`}
                onClick={() => choose(value.filter((one) => one !== code))}
              >
                <X aria-hidden />
                <Named of={byCode.get(code)?.name ?? code}>{pickerTexts.remove}</Named>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Label({ name, code }: { name: string; code: string }) {
  return (
    <span className="min-w-0 grow text-sm [overflow-wrap:anywhere]">
      {name} <span className="font-mono text-ink-soft text-xs">{code}</span>
    </span>
  )
}

type FieldsProps = { form: UseFormReturn<ItemForm> }

type NameFieldsProps = FieldsProps & {
  kind: ItemKind
  isNew: boolean
  /** Those that the catalogue has, to choose from */
  categories: readonly string[]
  /** How the price compares with those of the tests; '' if there is nothing to say */
  savings: string
}

function NameFields({ form, kind, isNew, categories, savings }: NameFieldsProps) {
  const listId = useId()
  const line = { form, texts: itemTexts }
  const price = { ...line, optional: true, inputMode: 'decimal', maxLength: 16 } as const
  return (
    <Section title={itemTexts.kinds[kind].section}>
      <Line {...line} name="code" maxLength={40} readOnly={!isNew} />
      <Line {...line} name="name" maxLength={120} />
      <Line {...line} name="category" maxLength={60} list={listId} isWide />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Paragraph {...line} name="description" optional maxLength={2_000} isWide />
      <Line {...price} name="price" hint={savings || itemTexts.priceHint} />
      <Line {...price} name="originalPrice" />
    </Section>
  )
}

/** A test has no tests that it could follow */
const fastingModes: Record<ItemKind, readonly FastingMode[]> = {
  test: ['no', 'hours', 'yes'],
  package: ['tests', 'no', 'hours', 'yes'],
}

function PreparingFields({ form, kind }: FieldsProps & { kind: ItemKind }) {
  const line = { form, texts: itemTexts, optional: true }
  return (
    <Section title={itemTexts.preparing}>
      <Line {...line} name="specimens" hint={itemTexts.specimensHint[kind]} maxLength={listLength} isWide />
      <Choice
        {...{ form, texts: itemTexts }}
        name="fasting"
        options={fastingModes[kind].map((value) => ({ value, label: itemTexts.fastingModes[value] }))}
      />
      {form.watch('fasting') === 'hours' && (
        <Line form={form} texts={itemTexts} name="fastingHours" inputMode="numeric" maxLength={2} />
      )}
      <Paragraph {...line} name="preparation" maxLength={2_000} isWide />
      <Line
        {...line}
        name="reportHours"
        hint={itemTexts.reportHoursHint[kind]}
        inputMode="numeric"
        maxLength={4}
      />
    </Section>
  )
}

function PeopleFields({ form }: FieldsProps) {
  const line = { form, texts: itemTexts, optional: true }
  return (
    <Section title={itemTexts.people}>
      <Segmented
        {...controlOf(form, 'gender')}
        label={itemTexts.gender}
        options={genderRestrictions.map((value) => ({ value, label: itemTexts.genders[value] }))}
        className="sm:col-span-2"
      />
      {(['ageMin', 'ageMax'] as const).map((name) => (
        <Line key={name} {...line} name={name} inputMode="numeric" maxLength={3} />
      ))}
      {(['synonyms', 'conditions'] as const).map((name) => (
        <Line key={name} {...line} name={name} maxLength={listLength} isWide />
      ))}
    </Section>
  )
}

function OfferFields({ form }: FieldsProps) {
  const control = (name: 'isOffered' | 'isPopular' | 'isTaxExempt') => {
    const { value, onChange } = controlOf(form, name)
    return { checked: value, onChange, label: itemTexts[name] }
  }
  return (
    <Panel title={itemTexts.offer}>
      <div className="grid grid-cols-1 divide-y px-4 sm:px-5">
        <Switch {...control('isOffered')} description={itemTexts.isOfferedHint} />
        <Switch {...control('isPopular')} description={itemTexts.isPopularHint} />
        <Switch {...control('isTaxExempt')} />
      </div>
    </Panel>
  )
}
