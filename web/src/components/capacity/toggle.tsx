import { Button } from '@/ui/button'

type ToggleProps = { label: string; pressed: boolean; onChange: () => void }

/** One of several choices that do not exclude each other. */
export function Toggle({ label, pressed, onChange }: ToggleProps) {
  return (
    <Button
      variant={pressed ? 'soft' : 'outline'}
      aria-pressed={pressed}
      className={pressed ? 'border border-brand px-3' : 'px-3'}
      onClick={onChange}
    >
      {label}
    </Button>
  )
}
