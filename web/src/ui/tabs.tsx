import { Tabs as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/class-names'

type Tab<Value extends string> = { value: Value; label: string; count?: number | string | undefined }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  fullWidth?: boolean
  /** Beside the tabs; below them on a phone */
  actions?: ReactNode
  children: ReactNode
}

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  fullWidth = false,
  actions,
  children,
}: TabsProps<Value>) {
  const scroller = useRef<HTMLDivElement>(null)
  const [cut, setCut] = useState<'none' | 'start' | 'end' | 'both'>('none')

  // tabs that are cut off fade, because there are more
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => setCut(cutOf(element))
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  // On a phone the tabs scroll sideways. scrollIntoView would move the page as well.
  useEffect(() => {
    const selected = scroller.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`)
    if (!scroller.current || !selected) return
    scroller.current.scrollLeft =
      selected.offsetLeft - (scroller.current.clientWidth - selected.offsetWidth) / 2
  }, [value])

  return (
    <Primitive.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center lg:justify-between">
        <div
          ref={scroller}
          className={cn(
            'relative -mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0',
            fullWidth && 'grow',
            fades[cut],
          )}
        >
          <Primitive.List
            aria-label={label}
            className={cn(
              'flex w-max min-w-full gap-1 rounded-xl bg-sunken p-1',
              !fullWidth && 'sm:w-fit sm:min-w-0',
            )}
          >
            {tabs.map((tab) => (
              <Primitive.Trigger
                key={tab.value}
                value={tab.value}
                data-tab={tab.value}
                className={triggerClass}
              >
                {tab.label}
                {tab.count !== undefined && (
                  <span className="rounded-md bg-line/70 px-1.5 text-xs tabular-nums group-data-[state=active]:bg-brand-soft group-data-[state=active]:text-brand-ink">
                    {tab.count}
                  </span>
                )}
              </Primitive.Trigger>
            ))}
          </Primitive.List>
        </div>
        {actions}
      </div>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="mt-5 rounded-xl">
          {tab.value === value && children}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}

const fades = {
  none: '',
  start: 'mask-l-from-[calc(100%-3rem)]',
  end: 'mask-r-from-[calc(100%-3rem)]',
  both: 'mask-x-from-[calc(100%-3rem)]',
}

/** At which edges more can be scrolled to; a fraction of a pixel is none. */
function cutOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): keyof typeof fades {
  const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1]
  if (start) return end ? 'both' : 'start'
  return end ? 'end' : 'none'
}

const triggerClass = cn(
  'group inline-flex min-h-11 grow items-center justify-center gap-2 whitespace-nowrap rounded-lg px-3 font-semibold text-ink-soft text-sm transition-colors',
  'hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-card pointer-fine:sm:min-h-9 sm:px-4',
)
