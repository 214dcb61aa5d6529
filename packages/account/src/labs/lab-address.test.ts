import { describe, expect, it } from 'vitest'
import { labAddressText } from './lab-address.ts'

const recorded = { city: 'Ahmedabad', state: 'Gujarat', pincode: '380009' }
const text = (address: string, more: Partial<typeof recorded> = {}) =>
  labAddressText({ address, ...recorded, ...more })

describe('the address of a lab', () => {
  it('gets the city, state and PIN code that an admin recorded', () => {
    expect(text('12 Ashram Road')).toBe('12 Ashram Road, Ahmedabad, Gujarat 380009')
    expect(labAddressText({ address: ' 12 Ashram Road, ', city: null, state: null, pincode: null })).toBe(
      '12 Ashram Road',
    )
  })

  it('has nothing twice that the lab wrote itself, in any usual notation', () => {
    for (const address of [
      '12 Ashram Road, Ahmedabad, Gujarat 380009',
      '12 Ashram Road, AHMEDABAD - 380 009, Gujarat',
      '12 Ashram Road, Ahmedabad-380009 (Gujarat)',
      '12 Ashram Road Ahmedabad, Gujarat, 380009',
    ])
      expect(text(address)).toBe(address)
    expect(text('12 Ashram Road, Ahmedabad 380009')).toBe('12 Ashram Road, Ahmedabad 380009, Gujarat')
    expect(text('12 Ashram Road, Ahmedabad')).toBe('12 Ashram Road, Ahmedabad, Gujarat 380009')
    expect(text('4 Link Road, New Delhi', { city: 'Delhi', state: 'Delhi', pincode: '110001' })).toBe(
      '4 Link Road, New Delhi, 110001',
    )
  })

  it('keeps a city that is only named in the name of a street, and another PIN code', () => {
    expect(text('3 Ahmedabad Highway')).toBe('3 Ahmedabad Highway, Ahmedabad, Gujarat 380009')
    expect(text('Plot 380001009, GIDC')).toBe('Plot 380001009, GIDC, Ahmedabad, Gujarat 380009')
  })
})
