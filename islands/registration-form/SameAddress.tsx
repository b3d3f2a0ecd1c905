import { fill, readForm } from './typed-form.ts'

/** Copies the business address into a section; without scripts the server does it when the box is ticked. */
export function SameAddress({ of }: { of: 'invoice' | 'delivery' }) {
  function copy() {
    const { businessAddress, postCode } = readForm()
    // Nothing to copy yet: what is typed here stays, as on the server.
    if (businessAddress) fill(`${of}Address`, String(businessAddress))
    if (postCode) fill(`${of}PostCode`, String(postCode))
  }
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={of === 'invoice' ? 'sameInvoiceAddress' : 'sameDeliveryAddress'}
        value="yes"
        onChange={(event) => event.target.checked && copy()}
      />
      <span>Same as business address</span>
    </label>
  )
}
