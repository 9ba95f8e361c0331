// The fields of the checkout form, group by group.
import {
  DELIVERY_METHODS,
  PAYMENT_METHODS,
  deliveryCents,
  type CheckoutTerms,
} from "../../contract/checkout.ts";
import { COUNTRIES } from "../../contract/countries.ts";
import { longDate, money } from "../format.ts";
import { CheckField, RadioField, SelectField, TextArea, TextField } from "./fields.tsx";
import type { FormState } from "./form-state.ts";

type Props = { form: FormState; terms: CheckoutTerms; subtotalCents: number };

export function CheckoutFields({ form, terms, subtotalCents }: Props) {
  return (
    <>
      <Contact form={form} />
      <Address form={form} />
      <Delivery form={form} terms={terms} subtotalCents={subtotalCents} />
      <section class="form-section" aria-labelledby="payment">
        <h2 id="payment">Payment</h2>
        <RadioField {...form.field("paymentMethod", "Payment method")} choices={PAYMENT_METHODS} />
        <CheckField
          {...form.check("acceptTerms", "I accept the terms of sale and the privacy notice")}
        />
      </section>
    </>
  );
}

function Contact({ form }: { form: FormState }) {
  return (
    <section class="form-section" aria-labelledby="contact">
      <h2 id="contact">Contact</h2>
      <TextField
        {...form.field("name", "Full name")}
        input={{ autoComplete: "name", required: true, maxLength: 80 }}
      />
      <TextField
        {...form.field("email", "Email address")}
        hint="For questions about your order."
        input={{ type: "email", autoComplete: "email", required: true, maxLength: 200 }}
      />
    </section>
  );
}

function Address({ form }: { form: FormState }) {
  return (
    <section class="form-section" aria-labelledby="address-title">
      <h2 id="address-title">Delivery address</h2>
      <TextField
        {...form.field("address", "Street and house number")}
        input={{ autoComplete: "street-address", required: true, maxLength: 120 }}
      />
      <div class="field-row">
        <TextField
          {...form.field("city", "Town or city")}
          input={{ autoComplete: "address-level2", required: true, maxLength: 80 }}
        />
        <TextField
          {...form.field("postcode", "Postcode")}
          input={{ autoComplete: "postal-code", required: true, maxLength: 12 }}
        />
      </div>
      <SelectField
        {...form.field("country", "Country")}
        choices={COUNTRIES.map(({ code, name }) => ({ id: code, name }))}
      />
    </section>
  );
}

function Delivery({ form, terms, subtotalCents }: Props) {
  const { earliestDeliveryDate: earliest, latestDeliveryDate: latest } = terms;
  const choices = DELIVERY_METHODS.map((method) => {
    const price = deliveryCents(method.id, subtotalCents);
    return { ...method, detail: price === 0 ? "Free" : money(price) };
  });
  return (
    <section class="form-section" aria-labelledby="delivery">
      <h2 id="delivery">Delivery</h2>
      <RadioField {...form.field("deliveryMethod", "Delivery method")} choices={choices} />
      <TextField
        {...form.field("deliveryDate", "Delivery date")}
        hint={`From ${longDate(earliest)} to ${longDate(latest)}.`}
        input={{ type: "date", min: earliest, max: latest, required: true }}
      />
      <TextArea {...form.field("notes", "Notes for the courier (optional)")} />
    </section>
  );
}
