"""Games tiny enough to be walked through whole, that together use every feature of the engine.

They are written as anyone outside the house would write one: in plain Python, found by entry point. The folder
`installed` beside this package holds what an installer would have left; with both folders on the path they are found.
"""
