from lights import Lamp


# --8<-- [start:blink]
def blink(lamp: Lamp) -> None:
    lamp.on()
    lamp.off()
# --8<-- [end:blink]


blink(Lamp())
