/** Copies the business address into a section; without scripts the server does it when the box is ticked. */
export function SameAddress({ name, onTick }: { name: SameAddressName; onTick: () => void }) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        name={name}
        value="yes"
        onChange={(event) => event.target.checked && onTick()}
      />
      <span>Same as business address</span>
    </label>
  )
}

export type SameAddressName = 'sameInvoiceAddress' | 'sameDeliveryAddress'
