import type { ComponentProps } from 'react'
import { cn } from '@/lib/class-names'
import { useFieldProps } from './field'

export const inputLook =
  'w-full min-w-0 rounded-lg border border-line-strong/70 bg-surface px-3.5 text-base text-ink transition-colors placeholder:text-ink-soft/90 hover:border-line-strong focus-visible:border-ring focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60 sm:text-sm'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} className={cn(inputLook, 'h-11', className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldProps()}
      className={cn(inputLook, 'min-h-24 resize-y py-2.5', className)}
      {...rest}
    />
  )
}
