import { describe, expect, it } from 'vitest'
import * as words from './vocabulary.ts'

/** The lists are repeated here by hand, so that an accidental change fails. */
describe('the fixed lists of the specification (sections 3, 5 and 9)', () => {
  it('contain ten cities, with Ahmedabad as default [S9.1]', () => {
    expect(words.cities.join(', ')).toBe(
      'Ahmedabad, Bangalore, Chennai, Delhi, Hyderabad, Kolkata, Mumbai, Pune, Surat, Jaipur',
    )
    expect(words.defaultCity).toBe('Ahmedabad')
  })

  it('contain six slots from 6 AM to 6 PM, and 09:00 for an order from a prescription [S5.5]', () => {
    expect(words.timeSlots.join(' ')).toBe(
      '06:00-08:00 08:00-10:00 10:00-12:00 12:00-14:00 14:00-16:00 16:00-18:00',
    )
    expect(words.prescriptionOrderTime).toBe('09:00')
  })

  it('contain the options of each field [S9.4]', () => {
    expect(words.paymentMethods.join()).toBe('cash-on-collection,upi,card')
    expect(words.addressLabels.join()).toBe('Home,Office,Other')
    expect(words.sampleTypes.join()).toBe('blood,urine,saliva,stool,mixed')
    expect(words.collectionTypes.toSorted().join()).toBe('instant,scheduled')
    expect(words.genders.join()).toBe('male,female,other')
    expect(words.genderRestrictions.join()).toBe('both,male,female')
    expect(words.priorities.join()).toBe('high,medium,low')
  })

  it('contain different relationships for the add dialog and for the profile [S5.1]', () => {
    expect(words.wizardRelationships.join()).toBe('Father,Mother,Spouse,Son,Daughter,Brother,Sister,Other')
    expect(words.profileRelationships.join()).toBe('spouse,child,parent,sibling,other')
  })

  it('contain every spelling of a status, and the steps of the lab [S4.1]', () => {
    expect([...words.bookingStatuses, ...words.displayOnlyStatuses].toSorted().join()).toBe(
      'action-required,cancelled,collecting,completed,confirmed,in-progress,lab-processing,pending,' +
        'pending_customer_confirmation,sample-collection,sample_collected',
    )
    expect(words.labAdvance.join()).toBe('pending,confirmed,sample-collection,lab-processing,completed')
    expect(words.prescriptionStatuses.join()).toBe('pending,processing,confirmed,declined')
  })

  it('contain three roles, and passwords of at least six characters [S5.7]', () => {
    expect(words.roles.join()).toBe('customer,lab-partner,admin')
    expect(words.passwordMinimum).toBe(6)
  })
})
