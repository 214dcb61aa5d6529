import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'

type CollectorChoiceProps = {
  label: string
  /** undefined while they load */
  collectors: readonly { id: string; name: string }[] | undefined
  /** What the choice of no collector is called; its value is '' */
  nobody: string
  value: string
  onChange: (id: string) => void
}

/** Who makes a visit: one of the lab's collectors, or nobody yet. */
export function CollectorChoice({ label, collectors, nobody, value, onChange }: CollectorChoiceProps) {
  if (!collectors) return <Skeleton className="h-40 w-full" />
  return (
    <RadioCards
      label={label}
      value={value}
      onChange={onChange}
      options={[...collectors, { id: '', name: nobody }].map(({ id, name }) => ({ value: id, label: name }))}
      className="gap-2"
    />
  )
}
