import type { BookingView } from '@jaanch/booking/booking-view'
import { testsText, whenText } from '@/components/booking/texts'
import { pleaseTryAgain } from '@/components/texts'

export const move = {
  label: 'Move visit',
  description: (booking: BookingView, people: number) =>
    `${people > 1 ? `Visit for ${people} people` : testsText(booking)}, now ${whenText(booking)}`,
  who: 'Who is moved',
  all: (people: number) => ({ label: `All ${people} people`, description: 'They stay in one visit' }),
  alone: ({ familyMember }: BookingView) => ({
    label: `${familyMember?.name ?? 'Myself'} alone`,
    description: familyMember ? 'In a visit of their own' : 'In a visit of your own',
  }),
  incomplete: 'Please choose a date and a time',
  unchanged: ['The visit is at this time already', 'Please choose another one'],
  moved: 'Visit moved',
  failed: 'The visit could not be moved',
} as const

export const calendarFile = {
  label: 'Add to calendar',
  failed: 'The calendar file could not be downloaded',
  fallback: pleaseTryAgain,
}
